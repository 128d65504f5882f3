import { CalendarMinus, CalendarPlus } from 'lucide-react';
import { Button } from '#src/components/button.tsx';
import * as texts from './texts.ts';

interface CalendarToggleProps {
  isAdded: boolean;
  /** Adds it, or takes it out; undefined where that is not offered. */
  onToggle: ((isAdded: boolean) => void) | undefined;
}

/** Adds a post to the reader's calendar, or takes it out again. */
export function CalendarToggle({ isAdded, onToggle }: CalendarToggleProps) {
  if (!onToggle) return null;
  const Icon = isAdded ? CalendarMinus : CalendarPlus;
  return (
    <Button
      variant={isAdded ? 'soft' : 'quiet'}
      size="sm"
      className={isAdded ? undefined : 'text-muted hover:text-brand-ink'}
      onClick={() => onToggle(!isAdded)}
    >
      <Icon aria-hidden />
      {isAdded ? texts.removeFromCalendar : texts.addToCalendar}
    </Button>
  );
}
