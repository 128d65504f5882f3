import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../router.ts';

type Outputs = inferRouterOutputs<AppRouter>;

/** What a visitor's page is made of, beside its address: the app gets it with the page and does not ask for it again. */
export interface PageData {
  /** The first page of the newest posts, `newestShown` long. */
  newest?: Outputs['posts']['list'] | undefined;
  post?: Outputs['posts']['byId'] | undefined;
  /** Whose page it is. */
  profile?: Outputs['profiles']['publicInfo'] | undefined;
  /** Of an organization: its first members and its newest posts. */
  members?: Outputs['memberships']['members'] | undefined;
  posts?: Outputs['posts']['list'] | undefined;
}

/** How many posts a visitor gets with a page: they want a glance, and the page is to be there at once. */
export const newestShown = 10;

/** The id of the element that holds the data, as JSON. */
export const pageDataId = 'page-data';
