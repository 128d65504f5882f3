import { trpc } from '#src/app/api.ts';
import { Select } from '#src/components/select.tsx';
import { texts } from './texts.ts';

interface TagFilterProps {
  /** Undefined where it does not matter. */
  tag: string | undefined;
  onChange: (tag: string | undefined) => void;
}

/** Chooses one of the organization's tags. Nothing where it has given none. */
export function TagFilter({ tag, onChange }: TagFilterProps) {
  const { data } = trpc.prospects.tags.useQuery();
  // One in the address that nobody has any more is shown, so that it can be taken away.
  const tags = [...new Set([...(data?.tags ?? []), ...(tag === undefined ? [] : [tag])])];
  if (tags.length === 0) return null;
  return (
    <Select
      label={texts.tagFilter.tag}
      hideLabel
      className="min-w-36 max-sm:grow"
      options={[
        { value: '', label: texts.tagFilter.allTags },
        ...tags.map((value) => ({ value, label: value })),
      ]}
      value={tag ?? ''}
      onValueChange={(value) => onChange(value === '' ? undefined : value)}
    />
  );
}
