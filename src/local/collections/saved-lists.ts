import type { RouterOutputs } from '#src/app/api.ts';
import { defineSavedViews } from '../engine/saved-views.ts';

/** How many pages of lists are kept on the device. */
const most = 40;

/** The organization's lists of people, by how many were asked for. */
export const savedLists = defineSavedViews<RouterOutputs['cultivations']['list']>('lists', 3);

/** Lists of people, each with a page of its users, by what was asked for. */
export const savedListPages = defineSavedViews<RouterOutputs['cultivations']['byId']>('list pages', most);
