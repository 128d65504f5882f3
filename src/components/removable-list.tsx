import { X } from 'lucide-react';
import { Button } from './button.tsx';
import { texts } from './removable-list.texts.ts';

interface RemovableListProps {
  label: string;
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
}

/** Texts that were chosen, each of which a press takes away. Nothing where there are none. */
export function RemovableList({ label, values, onValuesChange }: RemovableListProps) {
  if (values.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {values.map((value) => (
        <li key={value} className="max-w-full">
          <Button
            variant="soft"
            size="sm"
            className="max-w-full"
            aria-label={texts.removeOf(value)}
            onClick={() => onValuesChange(values.filter((other) => other !== value))}
          >
            <span className="truncate">{value}</span>
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}
