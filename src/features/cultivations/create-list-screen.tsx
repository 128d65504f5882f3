import { Title } from '#src/components/title.tsx';
import { ListForm } from './list-form.tsx';
import { texts } from './texts.ts';

/** A new list. */
export function CreateListScreen({ onSaved }: { onSaved: () => void }) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <Title>{texts.createList.createCultivation}</Title>
      <h1 className="font-bold text-2xl">{texts.createList.createCultivation}</h1>
      <ListForm onSaved={onSaved} />
    </div>
  );
}
