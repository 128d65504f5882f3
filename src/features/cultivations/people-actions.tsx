import { ListPlus, Send, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { BulkMessageSlot, FollowInvitationSlot } from '#src/entities/action-slots.tsx';
import { AddToListDialog } from './add-to-list-dialog.tsx';
import type { People } from './people.ts';
import { texts } from './texts.ts';

const dialogs = { list: AddToListDialog, message: BulkMessageSlot, invitation: FollowInvitationSlot };

interface PeopleActionsProps {
  /** Undefined as long as nobody is chosen. */
  people: People | undefined;
  /** "12 people chosen". */
  description: string;
}

/** What an organization can do for people whom it has chosen. */
export function PeopleActions({ people, description }: PeopleActionsProps) {
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const OpenDialog = open && dialogs[open];
  const action = { size: 'sm', variant: 'secondary', disabled: people === undefined } as const;
  return (
    <div className="flex gap-2 max-sm:*:grow max-sm:*:gap-1 max-sm:*:px-1.5">
      <Button {...action} onClick={() => setOpen('list')}>
        <ListPlus aria-hidden /> {texts.peopleActions.addToList}
      </Button>
      <Button {...action} onClick={() => setOpen('message')}>
        <Send aria-hidden /> {texts.peopleActions.message}
      </Button>
      <Button {...action} onClick={() => setOpen('invitation')}>
        <UserRoundPlus aria-hidden /> {texts.peopleActions.invite}
      </Button>
      {OpenDialog && people && (
        <OpenDialog people={people} description={description} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}
