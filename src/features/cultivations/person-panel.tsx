import { UserRound } from 'lucide-react';
import { trpc } from '#src/app/api.ts';
import { failureOf, isAbsent } from '#src/app/failure.ts';
import { Dialog, DialogContent } from '#src/components/dialog.tsx';
import { EmptyState } from '#src/components/empty-state.tsx';
import { ButtonLink } from '#src/components/link.tsx';
import { ListStates } from '#src/components/list-states.tsx';
import { RowSkeleton, SkeletonList } from '#src/components/skeleton.tsx';
import { wholeName } from '#src/lib/shown-name.ts';
import { PersonNotes } from './person-notes.tsx';
import { PersonTags } from './person-tags.tsx';
import { PersonTimeline } from './person-timeline.tsx';
import { texts } from './texts.ts';

interface PersonPanelProps {
  userId: string;
  onClose: () => void;
}

/**
 * A user from a list on a side sheet: the organization's own tags and notes, and what there was between the two. The
 * whole screen on a phone.
 */
export function PersonPanel({ userId, onClose }: PersonPanelProps) {
  const person = trpc.prospects.byId.useQuery({ userId }, { retry: false });
  const { data } = person;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="side"
        title={<bdi>{data ? wholeName(data.name, data.userType) : texts.personPanel.person}</bdi>}
        description={texts.personPanel.hint}
      >
        {person.isError && isAbsent(person.error) ? (
          <EmptyState
            icon={<UserRound />}
            title={texts.personPanel.noUserFound}
            hint={texts.personPanel.noUserHint}
          />
        ) : (
          <ListStates
            query={person}
            isLoaded={data !== undefined}
            problem={failureOf(person.error).message}
            skeleton={
              <SkeletonList label={texts.personPanel.loadingThePerson} count={4} item={<RowSkeleton />} />
            }
          >
            {data && (
              <div className="flex flex-col gap-7">
                <ButtonLink
                  size="sm"
                  variant="secondary"
                  className="self-start"
                  to="/user/$userId"
                  params={{ userId }}
                >
                  <UserRound aria-hidden /> {texts.personPanel.viewProfile}
                </ButtonLink>
                <PersonTags userId={userId} tags={data.tags} />
                <PersonNotes userId={userId} notes={data.notes} />
                <PersonTimeline userId={userId} />
              </div>
            )}
          </ListStates>
        )}
      </DialogContent>
    </Dialog>
  );
}
