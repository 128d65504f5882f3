import { useState } from 'react';
import type { RouterOutputs } from '#src/app/api.ts';
import { Button } from '#src/components/button.tsx';
import { type CountedPeople, CountedPeopleSlot } from '#src/entities/action-slots.tsx';
import { fill } from '#src/lib/fill.ts';
import { wholeName } from '#src/lib/shown-name.ts';
import { texts } from './counts.texts.ts';

export interface CountsProps {
  info: RouterOutputs['profiles']['publicInfo'];
}

/** How many follow and endorse, the viewer's friends among them. Each number opens the list of whom it counts. */
export function Counts({ info }: CountsProps) {
  const { totalFollowers: followers, totalEndorsers: endorsers } = info;
  const [shown, setShown] = useState<CountedPeople>();
  return (
    <>
      <ul className="flex flex-col gap-1 text-muted text-sm">
        <Count
          value={followers}
          text={texts.followers(followers)}
          friends={info.totalFriendsFollowers}
          onShow={() => setShown('followers')}
        />
        {info.userType === 'organization' ? (
          <Count
            value={endorsers}
            text={texts.endorsers(endorsers)}
            friends={info.totalFriendsEndorsers}
            onShow={() => setShown('endorsers')}
          />
        ) : (
          <Count value={info.totalFollowings} text={texts.following} onShow={() => setShown('followings')} />
        )}
      </ul>
      {shown && (
        <CountedPeopleSlot
          counted={shown}
          userId={info._id}
          name={wholeName(info.name, info.userType)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}

interface CountProps {
  value: number;
  /** With a place for the number. */
  text: string;
  /** How many of them are the viewer's friends. */
  friends?: number;
  onShow: () => void;
}

function Count({ value, text, friends = 0, onShow }: CountProps) {
  const shown = (
    <span>
      {fill(text, { count: <strong className="text-ink">{value}</strong> })}
      {friends > 0 && ` ${texts.friends(friends)}`}
    </span>
  );
  return (
    <li>
      {value === 0 ? (
        shown
      ) : (
        <Button
          variant="quiet"
          size="sm"
          aria-haspopup="dialog"
          className="h-auto min-h-7 px-2 font-normal text-muted"
          onClick={onShow}
        >
          {shown}
        </Button>
      )}
    </li>
  );
}
