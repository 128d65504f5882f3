import {
  type Condition,
  type ReactionType,
  type Rules,
  reactionTypes,
  rules,
} from '#server/cultivations/rules.schema.ts';
import { texts } from './texts.ts';

/** A condition as it is edited: what still has to be chosen is empty. */
export type Draft = { key: string } & DraftCondition;
type DraftCondition =
  | Exclude<Condition, { about: 'place' }>
  | (Omit<Extract<Condition, { about: 'place' }>, 'latitude' | 'longitude'> & {
      /** Undefined until a place was chosen for what is typed as the label. */
      latitude?: number | undefined;
      longitude?: number | undefined;
    });

/** Everything that rules can be about, as it is offered. */
export const kinds: { value: Condition['about']; label: string }[] = [
  { value: 'reactions', label: texts.ruleDrafts.whatTheyLiked },
  { value: 'silence', label: texts.ruleDrafts.noReaction },
  { value: 'follows', label: texts.ruleDrafts.whetherTheyFollow },
  { value: 'endorses', label: texts.ruleDrafts.whetherTheyEndorse },
  { value: 'membership', label: texts.ruleDrafts.membership },
  { value: 'invited', label: texts.ruleDrafts.whetherYouInvitedThem },
  { value: 'place', label: texts.ruleDrafts.whereTheyLive },
  { value: 'skills', label: texts.ruleDrafts.skills },
  { value: 'causes', label: texts.ruleDrafts.causesTheyCareAbout },
];

const beginnings: { [A in Condition['about']]: () => Extract<DraftCondition, { about: A }> } = {
  reactions: () => ({ about: 'reactions', what: [...reactionTypes], times: 1, days: 90 }),
  silence: () => ({ about: 'silence', days: 30 }),
  follows: () => ({ about: 'follows', holds: true }),
  endorses: () => ({ about: 'endorses', holds: true }),
  membership: () => ({ about: 'membership', holds: true }),
  invited: () => ({ about: 'invited', holds: false }),
  place: () => ({ about: 'place', label: '', kilometers: 25 }),
  skills: () => ({ about: 'skills', ids: [] }),
  causes: () => ({ about: 'causes', ids: [] }),
};

let lastKey = 0;
const keyed = (one: DraftCondition): Draft => ({ ...one, key: `rule-${++lastKey}` });

/** Returns a new condition to be edited. */
export const beginDraft = (about: Condition['about']): Draft => keyed(beginnings[about]());

/** Returns rules to be edited: those of a list, or one to begin with. */
export const draftsOf = (stored: Rules | null | undefined): Draft[] =>
  stored ? stored.all.map(keyed) : [beginDraft('reactions')];

/** What is chosen, as rules; and where that is none yet, what is missing, by the place of the condition. */
export function readDrafts(drafts: readonly Draft[]): {
  rules?: Rules | undefined;
  errors: ReadonlyMap<number, string>;
  error?: string | undefined;
} {
  const parsed = rules.safeParse({ all: drafts.map(({ key: _, ...one }) => one) });
  if (parsed.success) return { rules: parsed.data, errors: new Map() };
  const errors = new Map<number, string>();
  let error: string | undefined;
  for (const { path, message } of parsed.error.issues)
    if (typeof path[1] === 'number') {
      const isPlace = path[2] === 'latitude' || path[2] === 'longitude';
      errors.set(path[1], isPlace ? texts.ruleDrafts.chooseAPlace : message);
    } else error ??= message;
  return { errors, error };
}

/** The reactions of a condition after one was chosen or taken back, in their usual order. */
export const toggle = (what: readonly ReactionType[], one: ReactionType, isChosen: boolean): ReactionType[] =>
  reactionTypes.filter((type) => (type === one ? isChosen : what.includes(type)));
