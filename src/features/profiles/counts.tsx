import type { RouterOutputs } from '#src/app/api.ts';

export interface CountsProps {
  info: RouterOutputs['profiles']['publicInfo'];
}

/** How many follow and endorse, the reader's friends among them. */
export function Counts({ info }: CountsProps) {
  return (
    <ul className="flex flex-col gap-1 text-muted text-sm">
      <Count value={info.totalFollowers} one="follower" friends={info.totalFriendsFollowers} />
      {info.userType === 'organization' ? (
        <Count value={info.totalEndorsers} one="endorser" friends={info.totalFriendsEndorsers} />
      ) : (
        <Count value={info.totalFollowings} one="following" friends={0} />
      )}
    </ul>
  );
}

function Count({ value, one, friends }: { value: number; one: string; friends: number }) {
  return (
    <li>
      <strong className="text-ink">{value}</strong> {value === 1 ? one : `${one}s`}
      {friends > 0 && ` (${friends} ${friends === 1 ? 'friend' : 'friends'})`}
    </li>
  );
}
