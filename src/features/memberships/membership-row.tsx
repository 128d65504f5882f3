import { Check, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { MembershipView } from '#server/memberships/memberships.schema.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button, IconButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { PersonRow } from '#src/entities/person-row.tsx';
import { words } from '#src/lib/words.ts';
import { attempt } from '#src/local/attempt.ts';
import { layOver } from '#src/local/engine/optimistic.ts';
import { shownActs } from '#src/local/engine/outbox.ts';
import { useRecentActs } from '#src/local/engine/recent-mutations.ts';
import { useLocal } from '#src/local/engine/use-local.ts';
import { lanes } from '#src/local/lanes.ts';
import { periodOf } from './month-year.ts';
import type { Whose } from './whose.ts';

const tones = { pending: 'accent', accepted: 'success', rejected: 'danger' } as const;

interface MembershipRowProps {
  whose: Whose;
  membership: MembershipView;
  onEdit: () => void;
}

/** One membership: with whom, as what, how it stands, and what the reader can do about it. */
export function MembershipRow({ whose, membership: fetched, onEdit }: MembershipRowProps) {
  const membership = useShownMembership(fetched, whose._id);
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
          name: membership.organizationName,
          profilePicture: membership.organizationProfilePicture,
        }
      : {
          _id: membership.individualId,
          userType: 'individual' as const,
          name: membership.individualName,
          profilePicture: membership.individualProfilePicture,
        };
  const about = `the membership of ${other.name}`;
  const answer = (given: 'accept' | 'reject') =>
    void attempt({
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
                aria-label={`Accept ${about}`}
                onClick={() => answer('accept')}
              >
                <Check aria-hidden />
                Accept
              </Button>
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Reject ${about}`}
                onClick={() => answer('reject')}
              >
                <X aria-hidden />
                Reject
              </Button>
            </>
          )}
          <IconButton label={`Edit ${about}`} size="sm" onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={`Delete ${about}`}
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
        title="Delete this membership?"
        description={`It goes from your list and from that of ${other.name}.`}
        confirmLabel="Delete"
        onConfirm={async () => {
          await attempt({ name: 'delete-membership', input: { membershipId }, about });
        }}
      />
    </>
  );
}

/** What the log tells of a membership. Of names and pictures it does not tell: the list that was fetched does. */
function told({ membershipType, status, startTime, endTime, isCurrent, requestedBy }: MembershipView) {
  return { membershipType, status, startTime, endTime, isCurrent, requestedBy };
}

/** A membership with what was done about it a moment ago; null once it is deleted. */
function useShownMembership(fetched: MembershipView, userId: string): MembershipView | null {
  const place = { id: fetched._id, userId };
  const kept = useLocal(
    (db) =>
      db.transaction('r', [db.memberships, db.outbox], async () => {
        const row = await db.memberships.get(fetched._id);
        const present = row ? row.view && { ...fetched, ...told(row.view) } : fetched;
        return { shown: layOver('membership', present, await shownActs(db), place) };
      }),
    [fetched],
  );
  return layOver(
    'membership',
    kept ? kept.shown : fetched,
    useRecentActs(lanes.membership(fetched._id)),
    place,
  );
}
