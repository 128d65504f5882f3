import { type Condition, type Rules, reactionTypes } from '#server/cultivations/rules.schema.ts';
import { words } from '#src/lib/words.ts';

/** The names of what rules have by their ids. An id whose name is not known yet stands as words. */
export type LookupNames = ReadonlyMap<string, string>;

const verbs = { liked: 'liked', interested: 'was interested in', going: 'went to' } as const;

/** Joins texts as a sentence does: "a, b or c". */
const join = (texts: readonly string[], conjunction: 'and' | 'or'): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${conjunction} ${texts.at(-1)}`;

const timesWords = (times: number) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`);
const daysWords = (days: number) => (days === 1 ? 'the last day' : `the last ${days} days`);

/** A condition as the predicate of a sentence about one person: "follows you". */
function describe(one: Condition, names: LookupNames): string {
  const named = (ids: readonly string[]) =>
    join(
      ids.map((id) => names.get(id) ?? words(id)),
      'or',
    );
  switch (one.about) {
    case 'reactions': {
      const what = reactionTypes.filter((type) => one.what.includes(type)).map((type) => verbs[type]);
      return `${join(what, 'or')} something of yours at least ${timesWords(one.times)} in ${daysWords(one.days)}`;
    }
    case 'silence':
      return `did not react to your posts in ${daysWords(one.days)}`;
    case 'follows':
      return one.holds ? 'follows you' : 'does not follow you';
    case 'endorses':
      return one.holds ? 'endorses you' : 'does not endorse you';
    case 'membership': {
      const types = one.types ? ` (${join(one.types, 'or')})` : '';
      return `${one.holds ? 'is' : 'is not'} a member${types}`;
    }
    case 'invited':
      return one.holds ? 'was invited to follow you' : 'was never invited to follow you';
    case 'place':
      return `lives within ${one.kilometers} km of ${one.label}`;
    case 'skills':
      return `has the skill ${named(one.ids)}`;
    case 'causes':
      return `cares about ${named(one.ids)}`;
  }
}

/** Returns rules as a sentence: "Liked something of yours at least once in the last 90 days, and does not follow you." */
export function describeRules({ all }: Pick<Rules, 'all'>, names: LookupNames): string {
  const parts = all.map((one) => describe(one, names));
  const text = parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
