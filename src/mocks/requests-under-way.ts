const underWay = new Set<string>();
let lastEndedAt = Number.NEGATIVE_INFINITY;

/** The requests of this tab that the mocked server has not responded to yet. A stream is under way until it begins. */
export const requestsUnderWay = {
  /** Notes that a request is under way; the same one again changes nothing. */
  begin: (id: string): void => void underWay.add(id),

  end(id: string): void {
    if (underWay.delete(id)) lastEndedAt = performance.now();
  },

  /** For how many milliseconds there has been none. */
  quietMs: (): number => (underWay.size > 0 ? 0 : performance.now() - lastEndedAt),
};
