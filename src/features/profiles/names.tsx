import { Badge } from '#src/components/badge.tsx';
import { Card, CardHeader } from '#src/components/card.tsx';

/** A few words, each by itself; nothing where there are none. */
export function Names({ title, names = [] }: { title: string; names: readonly string[] | undefined }) {
  if (names.length === 0) return null;
  return (
    <Card as="section" aria-label={title}>
      <CardHeader title={title} />
      <ul className="flex flex-wrap gap-2">
        {names.map((name) => (
          <li key={name}>
            <Badge>{name}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
