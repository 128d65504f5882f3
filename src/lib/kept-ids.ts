import { v7 as uuid } from 'uuid';

const kept = new Map<string, { content: string; id: string }>();

/**
 * Ids for what is sent, kept until it is known to be done, also while its form is closed: what was done and whose
 * response was lost is not done twice.
 */
export const keptIds = {
  /**
   * Returns the id for a content, which JSON can hold: the same one as long as the same is sent again from this place,
   * another one once something else is sent.
   */
  idFor(place: string, content: unknown): string {
    const json = JSON.stringify(content);
    const last = kept.get(place);
    if (last?.content === json) return last.id;
    const id = uuid();
    kept.set(place, { content: json, id });
    return id;
  },

  /** It is done: the same content is something new from here on. */
  forget(place: string): void {
    kept.delete(place);
  },
};
