import { type Condition, type Rules, reactionTypes } from '#server/cultivations/rules.schema.ts';
import { words } from '#src/lib/words.ts';
import { texts as all } from './texts.ts';

const { ruleWords: texts } = all;

/** The names of what rules have by their ids. An id whose name is not known yet stands as words. */
export type LookupNames = ReadonlyMap<string, string>;

/** Joins choices as a sentence does: "a, b or c". */
const join = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${texts.or} ${parts.at(-1)}`;

const timesWords = (times: number) =>
  times === 1 ? texts.once : times === 2 ? texts.twice : texts.times(times);
const daysWords = (days: number) => (days === 1 ? texts.lastDay : texts.lastDays(days));

/** A condition as the predicate of a sentence about one person: "follows you". */
function describe(one: Condition, names: LookupNames): string {
  const named = (ids: readonly string[]) => join(ids.map((id) => names.get(id) ?? words(id)));
  switch (one.about) {
    case 'reactions': {
      const what = reactionTypes.filter((type) => one.what.includes(type)).map((type) => texts[type]);
      return texts.reacted(join(what), timesWords(one.times), daysWords(one.days));
    }
    case 'silence':
      return texts.didNotReact(daysWords(one.days));
    case 'follows':
      return one.holds ? texts.follows : texts.doesNotFollow;
    case 'endorses':
      return one.holds ? texts.endorses : texts.doesNotEndorse;
    case 'membership': {
      const types = one.types ? ` (${join(one.types)})` : '';
      return (one.holds ? texts.isMember : texts.isNoMember)(types);
    }
    case 'invited':
      return one.holds ? texts.wasInvited : texts.wasNeverInvited;
    case 'place':
      return texts.livesWithinKm(one.kilometers, one.label);
    case 'skills':
      return texts.hasTheSkill(named(one.ids));
    case 'causes':
      return texts.caresAbout(named(one.ids));
  }
}

/** Returns rules as a sentence: "Liked something of yours at least once in the last 90 days, and does not follow you." */
export function describeRules({ all }: Pick<Rules, 'all'>, names: LookupNames): string {
  const parts = all.map((one) => describe(one, names));
  const text =
    parts.length < 2 ? parts.join('') : texts.lastOf(parts.slice(0, -1).join(', '), parts.at(-1) ?? '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
