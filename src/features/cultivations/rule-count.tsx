import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Rules } from '#server/cultivations/rules.schema.ts';
import { api, type RouterOutputs } from '#src/app/api.ts';
import { failureOf } from '#src/app/failure.ts';
import { cn } from '#src/lib/cn.ts';
import { useDebounced } from '#src/lib/use-debounced.ts';
import { texts } from './texts.ts';

/** Milliseconds that rules have to rest before people are counted again. */
const restMs = 600;

/** Milliseconds after which a count that failed is tried again. */
const retryMs = 1500;

/** Of how many people rules hold now; counted again once the rules have rested. */
export function RuleCount({ rules }: { rules: Rules | undefined }) {
  const json = useDebounced(JSON.stringify(rules), restMs);
  const counted = useQuery({
    queryKey: ['rule-count', json],
    queryFn: () => api.cultivations.countRules.mutate({ rules: JSON.parse(json ?? '') as Rules }),
    enabled: json !== undefined,
    placeholderData: keepPreviousData,
    // The count before this one may still be under way: an organization has one at a time.
    retry: 3,
    retryDelay: retryMs,
  });
  const isBehind = json !== JSON.stringify(rules) || counted.isFetching;
  return (
    <p
      role="status"
      aria-busy={isBehind}
      className={cn('min-h-6 font-semibold tabular-nums', isBehind && 'text-muted')}
    >
      {textOf(rules, counted)}
    </p>
  );
}

type Count = RouterOutputs['cultivations']['countRules'];

function textOf(
  rules: Rules | undefined,
  { data, error, isPaused }: { data: Count | undefined; error: unknown; isPaused: boolean },
): string {
  if (!rules) return texts.ruleCount.incomplete;
  if (error) return failureOf(error).message;
  if (!data) return isPaused ? texts.ruleCount.offline : texts.ruleCount.counting;
  if (data.count === null) return texts.ruleCount.many;
  const number = data.count.toLocaleString('en-US');
  if (!data.isExact) return texts.ruleCount.moreThan(number);
  return data.count === 1 ? '1 person matches now.' : texts.ruleCount.exactly(number);
}
