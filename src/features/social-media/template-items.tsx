import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TemplateItem } from '#server/social-media/template.schema.ts';
import { moveItem } from '#server/social-media/template-parts.schema.ts';
import { IconButton } from '#src/components/button.tsx';
import { Checkbox } from '#src/components/checkbox.tsx';
import { texts } from './texts.ts';

interface TemplateItemsProps {
  items: readonly TemplateItem[];
  onChange: (items: TemplateItem[]) => void;
}

/** The parts of a post in their order: ticked, and moved up and down. */
export function TemplateItems({ items, onChange }: TemplateItemsProps) {
  const [announced, setAnnounced] = useState('');

  function move(event: MouseEvent<HTMLButtonElement>, { name, label }: TemplateItem, by: -1 | 1) {
    const button = event.currentTarget;
    const moved = moveItem(items, name, by);
    const place = moved.findIndex((item) => item.name === name) + 1;
    flushSync(() => {
      onChange(moved);
      setAnnounced(texts.templateItems.isNowAt(label, place, moved.length));
    });
    // Its row is elsewhere in the page by now. At an end, the other button goes on.
    (button.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button)?.focus();
  }

  const tick = (name: string, selected: boolean) =>
    onChange(items.map((item) => (item.name === name ? { ...item, selected } : item)));

  return (
    <>
      <ol
        aria-label={texts.templateItems.partsOfAPost}
        className="flex flex-col divide-y divide-line rounded-lg border border-line"
      >
        {items.map((item, index) => (
          <li key={item.name} className="flex items-center gap-2 pr-1 pl-3">
            <Checkbox
              label={item.label}
              checked={item.selected}
              onCheckedChange={(checked) => tick(item.name, checked === true)}
              className="wrap-anywhere min-w-0 flex-1"
            />
            <span className="flex">
              <IconButton
                size="sm"
                label={texts.templateItems.moveUp(item.label)}
                disabled={index === 0}
                onClick={(event) => move(event, item, -1)}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                size="sm"
                label={texts.templateItems.moveDown(item.label)}
                disabled={index === items.length - 1}
                onClick={(event) => move(event, item, 1)}
              >
                <ArrowDown />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
