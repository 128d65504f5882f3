import type { RouterInputs } from '#src/app/api.ts';

/** People whom something is done for: by their ids, as those whom a search finds, or as those on a list. */
export type People = Pick<RouterInputs['cultivations']['message'], 'userIds' | 'filters' | 'cultivationId'>;
