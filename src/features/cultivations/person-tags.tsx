import { useState } from 'react';
import { prospectLimits } from '#server/prospects/prospects.schema.ts';
import { api, trpc, utils } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { Combobox } from '#src/components/combobox.tsx';
import { RemovableList } from '#src/components/removable-list.tsx';
import { texts } from './texts.ts';

/** The organization's tags of a user: each is saved at once, and stands in the input as long as it is not. */
export function PersonTags({ userId, tags: saved }: { userId: string; tags: readonly string[] }) {
  const all = trpc.prospects.tags.useQuery();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string>();
  /** What is being saved. */
  const [pending, setPending] = useState<readonly string[]>();
  const tags = pending ?? saved;
  const typed = text.trim().toLowerCase();
  const has = (tag: string) => tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  const suggested = all.data?.tags.filter((tag) => tag.toLowerCase().includes(typed) && !has(tag)) ?? [];

  async function save(next: readonly string[]) {
    if (pending) return;
    setFailure(undefined);
    setPending(next);
    try {
      const stored = await api.prospects.setTags.mutate({ userId, tags: [...next] });
      utils.prospects.byId.setData({ userId }, (person) => person && { ...person, ...stored });
      void utils.prospects.tags.invalidate();
      setText('');
    } catch (error) {
      setFailure(failureOf(error).message);
    } finally {
      setPending(undefined);
    }
  }
  function add(tag: string) {
    const name = tag.trim();
    setText(name);
    if (name === '') return;
    if (has(name)) setText('');
    else void save([...tags, name]);
  }

  return (
    <section aria-labelledby="tags-heading" className="flex flex-col gap-3">
      <h3 id="tags-heading" className="font-semibold text-lg">
        {texts.personTags.tags}
      </h3>
      <RemovableList label={texts.personTags.tags} values={tags} onValuesChange={(next) => void save(next)} />
      <Combobox
        label={texts.personTags.addATag}
        help={texts.personTags.hint}
        placeholder={texts.personTags.example}
        inputValue={text}
        onInputValueChange={(entered) => setText(entered.slice(0, prospectLimits.tag))}
        groups={[{ options: suggested.map((tag) => ({ id: tag, label: tag })) }]}
        notFound={texts.personTags.newTag}
        error={failure}
        onSelect={({ label }) => add(label)}
        onSubmit={add}
      />
    </section>
  );
}
