import { Title } from '#src/components/title.tsx';
import { ListForm } from './list-form.tsx';

/** A new list. */
export function CreateListScreen({ onSaved }: { onSaved: () => void }) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <Title>Create Cultivation</Title>
      <h1 className="font-bold text-2xl">Create Cultivation</h1>
      <ListForm onSaved={onSaved} />
    </div>
  );
}
