import { shorten } from './shorten.ts';
import * as texts from './texts.ts';

/** Characters of a name, and how many stay of a longer one, before the ellipsis. */
const nameLength = { most: 30, kept: 27 };

/** A name of at most 30 characters. */
export const shortName = (name: string): string =>
  name.length > nameLength.most ? shorten(name, nameLength.kept + 1) : name;

/** The whole name of a user, also where none was given. */
export const wholeName = (name: string | null | undefined, userType?: string): string =>
  name || (userType === 'organization' ? texts.namelessOrganization : texts.nameless);

/** The name that a list or a card shows of a user. */
export const shownName = (name: string | null | undefined, userType?: string): string =>
  shortName(wholeName(name, userType));
