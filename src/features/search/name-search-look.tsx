import { Search } from 'lucide-react';

/** What the search box looks like and is called, before and after its code has come. */
export const nameSearchLook = {
  label: 'Search people and organizations',
  hideLabel: true,
  placeholder: 'Search by name',
  icon: <Search />,
} as const;
