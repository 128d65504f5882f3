import { NearFields } from '#src/app/near-fields.tsx';
import { parseNear, unplaced, writeNear } from '#src/lib/near.ts';
import type { BoundFilter } from './filter-panel.tsx';

/** What is near: around where, and how far. */
export function NearFilter({ value, onValueChange }: BoundFilter<string>) {
  return (
    <NearFields
      value={value === undefined ? undefined : parseNear(value)}
      onValueChange={(near) => onValueChange(near === unplaced ? near : near && writeNear(near))}
    />
  );
}
