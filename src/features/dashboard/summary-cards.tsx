import { Coins, Eye, HeartHandshake, type LucideIcon, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DashboardView } from '#server/dashboard/dashboard.schema.ts';
import { Card } from '#src/components/card.tsx';
import { CardButton } from '#src/components/card-button.tsx';
import { Link } from '#src/components/link.tsx';
import { fill } from '#src/lib/fill.ts';
import { texts } from './texts.ts';

/** Whom a card counts. */
export type Counted = 'followers' | 'endorsers' | 'viewers';

interface SummaryCardsProps {
  summary: DashboardView['summary'];
  /** Lists the people whom a card counts. */
  onOpen: (counted: Counted) => void;
}

/** How many follow, endorse and have viewed the organization, and its coins. */
export function SummaryCards({ summary, onOpen }: SummaryCardsProps) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <People
        label={texts.summaryCards.followers}
        icon={UsersRound}
        total={summary.totalFollowers}
        recent={summary.totalNewFollowers}
        friends={summary.totalFriendsFollowers}
        onOpen={() => onOpen('followers')}
      />
      <People
        label={texts.summaryCards.endorsers}
        icon={HeartHandshake}
        total={summary.totalEndorsers}
        recent={summary.totalNewEndorsers}
        friends={summary.totalFriendsEndorsers}
        onOpen={() => onOpen('endorsers')}
      />
      <People
        label={texts.summaryCards.viewers}
        icon={Eye}
        total={summary.totalViewers}
        recent={summary.totalNewViewers}
        onOpen={() => onOpen('viewers')}
      />
      <Frame label={texts.summaryCards.wallet} icon={Coins} total={summary.walletCoin}>
        <Link
          to="/wallet"
          variant="bare"
          aria-label={texts.summaryCards.walletOf(summary.walletCoin)}
          className="absolute inset-0 rounded-xl hover:bg-sunken/60"
        />
        <span>{texts.summaryCards.toSpend(summary.walletCoin)}</span>
      </Frame>
    </ul>
  );
}

interface PeopleProps {
  label: string;
  icon: LucideIcon;
  total: number;
  recent: number;
  /** Absent where friends are not counted. */
  friends?: number;
  onOpen: () => void;
}

function People({ label, icon, total, recent, friends = 0, onOpen }: PeopleProps) {
  return (
    <Frame label={label} icon={icon} total={total}>
      <CardButton
        aria-haspopup="dialog"
        aria-label={texts.summaryCards.countOf(label, total, recent)}
        onClick={onOpen}
      />
      <span>{fill(texts.summaryCards.lastSevenDays, { count: <Number of={recent} /> })}</span>
      {friends > 0 && <span>{fill(texts.summaryCards.friends, { count: <Number of={friends} /> })}</span>}
    </Frame>
  );
}

const numbers = new Intl.NumberFormat('en-US');

const Number = ({ of: value }: { of: number }) => (
  <span className="font-semibold text-ink tabular-nums">{numbers.format(value)}</span>
);

interface FrameProps {
  label: string;
  icon: LucideIcon;
  total: number;
  /** What presses the card, and lines below the total. */
  children: ReactNode;
}

function Frame({ label, icon: Icon, total, children }: FrameProps) {
  return (
    <Card as="li" className="relative flex min-w-0 flex-col gap-1 text-muted text-sm">
      <span className="flex items-center justify-between gap-2 font-medium">
        {label}
        <Icon aria-hidden className="size-5 text-brand-ink" />
      </span>
      <span className="font-bold text-2xl text-ink tabular-nums">{numbers.format(total)}</span>
      {children}
    </Card>
  );
}
