import type { ReactNode } from 'react';
import { Badge } from '#src/components/badge.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';

interface NamesProps {
  title: string;
  names: readonly string[] | undefined;
  /** Below the words: what shows the same in another way. */
  children?: ReactNode;
}

/** A few words, each by itself; nothing where there are none. */
export function Names({ title, names = [], children }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <Card as="section" aria-label={title}>
      <CardHeader title={title} />
      <ul className="flex flex-wrap gap-2 not-last:mb-4">
        {names.map((name) => (
          <li key={name}>
            <Badge dir="auto">{name}</Badge>
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}
