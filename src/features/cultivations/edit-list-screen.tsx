import { Send, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isolate } from '#server/isolate.schema.ts';
import { Button } from '#src/components/button.tsx';
import type { PagerLinkProps } from '#src/components/pager.tsx';
import { Progress } from '#src/components/progress.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { Title } from '#src/components/title.tsx';
import { BulkMessageSlot, FollowInvitationSlot } from '#src/entities/action-slots.tsx';
import type { PlaceInPages } from '#src/lib/place-in-pages.ts';
import { ExportList } from './export-list.tsx';
import type { ListAddress } from './list-address.ts';
import { ListForm } from './list-form.tsx';
import { ListNotLoaded } from './list-not-loaded.tsx';
import { ListUsers } from './list-users.tsx';
import { texts } from './texts.ts';
import { isFilling, useAddition, useList } from './use-list.ts';

interface EditListScreenProps {
  id: string;
  address: ListAddress;
  onAddressChange: (address: ListAddress) => void;
  onSaved: () => void;
  renderPageLink: (place: PlaceInPages, props: PagerLinkProps) => ReactNode;
}

/** A list with its people: title and description, what can be done with all of them, and each of them. */
export function EditListScreen({
  id,
  address,
  onAddressChange,
  onSaved,
  renderPageLink,
}: EditListScreenProps) {
  const list = useList(id, address);
  const addition = useAddition(id);
  const [open, setOpen] = useState<'message' | 'invitation'>();
  // Another page or order may fail to load: the title and what is typed into the form stay.
  const [lastLoaded, setLastLoaded] = useState(list.data);
  if (list.data && list.data !== lastLoaded) setLastLoaded(list.data);
  const data = list.data ?? lastLoaded;
  if (!data)
    return list.isError || list.isPaused ? (
      <ListNotLoaded list={list} />
    ) : (
      <SkeletonList label={texts.editList.loadingTheList} count={6} item={<RowSkeleton />} />
    );
  const reached = {
    people: { cultivationId: id },
    description: texts.editList.everyoneOn(isolate(data.title)),
  };
  const close = () => setOpen(undefined);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6">
      <Title>{data.title}</Title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 dir="auto" className="wrap-anywhere font-bold text-2xl">
          {data.title}
        </h1>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col max-sm:items-stretch max-sm:[&_button]:h-auto max-sm:[&_button]:min-h-control-sm max-sm:[&_button]:whitespace-normal">
          <ExportList id={id} />
          <Button size="sm" variant="secondary" onClick={() => setOpen('invitation')}>
            <UserRoundPlus aria-hidden /> {texts.editList.sendInvitationMessage}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setOpen('message')}>
            <Send aria-hidden /> {texts.editList.sendBulkMessage}
          </Button>
        </div>
      </header>
      <ListForm list={data} onSaved={onSaved} />
      {isFilling(data) && <Progress label={texts.editList.lookingForPeople} value={null} />}
      {addition && (
        <Progress
          label={texts.editList.addingPeople}
          value={(100 * addition.done) / Math.max(1, addition.total)}
        />
      )}
      {data.invitedUsers > 0 && (
        <p className="text-muted text-sm">
          {texts.editList.invited(data.invitedUsers, data.followedAfterInvitation)}
        </p>
      )}
      <ListUsers
        id={id}
        query={list}
        hasUsers={data.totalUsers > 0}
        keepsItself={data.keepsItself}
        address={address}
        onAddressChange={onAddressChange}
        renderPageLink={renderPageLink}
      />
      {open === 'message' && <BulkMessageSlot {...reached} onClose={close} />}
      {open === 'invitation' && <FollowInvitationSlot {...reached} onClose={close} />}
    </div>
  );
}
