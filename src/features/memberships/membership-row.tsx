import { Check, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { isolate } from '#server/isolate.schema.ts';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button, IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { words } from '#src/lib/words.ts';
import { useMembership } from '#src/local/collections/use-membership.ts';
import { tryMutate } from '#src/local/mutate.ts';
import { periodOf } from './month-year.ts';
import { texts } from './texts.ts';
import type { Whose } from './whose.ts';

const tones = { pending: 'accent', accepted: 'success', rejected: 'danger' } as const;

interface MembershipRowProps {
  whose: Whose;
  membership: MembershipView;
  onEdit: () => void;
}

/** One membership: with whom, as what, how it stands, and what the reader can do about it. */
export function MembershipRow({ whose, membership: fetched, onEdit }: MembershipRowProps) {
  const membership = useMembership(fetched, whose._id);
  const [isAsking, setIsAsking] = useState(false);
  // Deleted a moment ago.
  if (!membership) return null;

  const { _id: membershipId, membershipType, startTime, status, requestedBy } = membership;
  const isOwnRequest = requestedBy === whose.userType;
  const other =
    whose.userType === 'individual'
      ? {
          _id: membership.organizationId,
          userType: 'organization' as const,
          name: wholeName(membership.organizationName, 'organization'),
          profilePicture: membership.organizationProfilePicture,
        }
      : {
          _id: membership.individualId,
          userType: 'individual' as const,
          name: wholeName(membership.individualName),
          profilePicture: membership.individualProfilePicture,
        };
  const about = texts.membershipRow.membershipOf(other.name);
  const answer = (given: 'accept' | 'reject') =>
    void tryMutate({
      name: 'answer-membership',
      input: { membershipId, answer: given, seen: { membershipType, startTime } },
      about,
    });

  return (
    <>
      <div className="sm:flex sm:items-center">
        <div className="min-w-0 flex-1">
          <PersonRow
            user={other}
            note={
              <>
                <Badge tone={tones[status]}>{words(status)}</Badge>
                <span>
                  {words(membershipType)}, {periodOf(membership)}
                </span>
              </>
            }
          />
        </div>
        <div className="flex shrink-0 items-center justify-end gap-1 px-4 pb-3 sm:py-3 sm:pr-5 sm:pl-0">
          {status === 'pending' && !isOwnRequest && (
            <>
              <Button
                size="sm"
                variant="soft"
                aria-label={texts.membershipRow.acceptOf(about)}
                onClick={() => answer('accept')}
              >
                <Check aria-hidden />
                {texts.membershipRow.accept}
              </Button>
              <Button
                size="sm"
                variant="secondary"
                aria-label={texts.membershipRow.rejectOf(about)}
                onClick={() => answer('reject')}
              >
                <X aria-hidden />
                {texts.membershipRow.reject}
              </Button>
            </>
          )}
          <IconButton label={texts.membershipRow.editOf(about)} size="sm" onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={texts.membershipRow.deleteOf(about)}
            size="sm"
            variant="danger-quiet"
            onClick={() => setIsAsking(true)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={texts.membershipRow.deleteQuestion}
        description={texts.membershipRow.deleteHint(isolate(other.name))}
        confirmLabel={texts.membershipRow.delete}
        onConfirm={async () => {
          await tryMutate({ name: 'delete-membership', input: { membershipId }, about });
        }}
      />
    </>
  );
}
