import type { Rules } from '#server/cultivations/rules.schema.ts';
import { trpc } from '#src/app/api.ts';
import { describeRules, type LookupNames } from './rule-words.ts';

/** Rules as a sentence. */
export function RuleSummary({ rules }: { rules: Rules }) {
  const names = useLookupNames(rules);
  return <p className="wrap-anywhere text-pretty">{describeRules(rules, names)}</p>;
}

/** The names of the skills and causes in rules. */
function useLookupNames({ all }: Rules): LookupNames {
  const options = (about: 'skills' | 'causes') => ({
    staleTime: Number.POSITIVE_INFINITY,
    enabled: all.some((one) => one.about === about),
  });
  const skills = trpc.lookups.skills.useQuery(undefined, options('skills'));
  const causes = trpc.lookups.impactAreas.useQuery(undefined, options('causes'));
  return new Map([...(skills.data ?? []), ...(causes.data ?? [])].map(({ _id, name }) => [_id, name]));
}
