import type { impactTabs } from './impact.ts';

/** The names of the tabs of an organization's Impact page. The routes' addresses are read without them. */
export const texts: Record<(typeof impactTabs)[number], string> = {
  project: 'Project',
  'in-kind': 'In Kind',
  volunteering: 'Volunteering',
  advocacy: 'Advocacy',
};
