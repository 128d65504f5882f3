import { Check, Circle } from 'lucide-react';
import { useEffect } from 'react';
import { type RouterOutputs, trpc } from '#src/app/api.ts';
import { useUser } from '#src/app/session.ts';
import { Card, CardHeader } from '#src/components/card.tsx';
import { Link } from '#src/components/link.tsx';
import { useLocal } from '#src/local/engine/use-local.ts';
import { texts } from './checklist.texts.ts';
import type { StepPath } from './steps.ts';

type Item = RouterOutputs['profiles']['checklist'][number]['item'];

/** What is still open of setting up an account, as links to where it is done. Nothing where all is done. */
export function Checklist() {
  const user = useUser();
  const { data: items = [], refetch } = trpc.profiles.checklist.useQuery(undefined, {
    enabled: user !== undefined,
    staleTime: 0,
  });
  // What was followed a moment ago counts once the server has it.
  const unsent = useLocal((db) => db.outbox.count(), []);
  useEffect(() => {
    if (unsent === 0) void refetch({ cancelRefetch: false });
  }, [unsent, refetch]);
  const done = items.filter(({ isDone }) => isDone).length;
  if (!user || user.userType === 'admin' || done === items.length) return null;
  const { _id: orgId, userType } = user;
  return (
    <Card as="section" aria-label={texts.finishSettingUp}>
      <CardHeader title={texts.finishSettingUp} description={texts.doneOf(done, items.length)} />
      <ul className="flex flex-col gap-1">
        {items.map(({ item, isDone }) => (
          <li key={item} className="flex min-h-control-sm items-center gap-3 text-sm">
            {isDone ? (
              <>
                <Check aria-hidden className="size-5 shrink-0 text-brand-ink" />
                <span className="text-muted">
                  {texts.items[item]} <span className="sr-only">{texts.done}</span>
                </span>
              </>
            ) : (
              <>
                <Circle aria-hidden className="size-5 shrink-0 text-muted" />
                {item === 'first-post' ? (
                  <Link to="/post/$orgId/create" params={{ orgId }} search={{}}>
                    {texts.items[item]}
                  </Link>
                ) : (
                  <Link to={stepOf(item, userType)}>{texts.items[item]}</Link>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function stepOf(item: Exclude<Item, 'first-post'>, userType: 'individual' | 'organization'): StepPath {
  if (item === 'follow') return '/complete/individual/suggestions';
  if (item === 'involvement') return '/complete/individual/involvement';
  if (item === 'basic-info') return `/complete/${userType}/basic-info`;
  return `/complete/organization/${item}`;
}
