import { Search } from 'lucide-react';
import * as texts from './name-search.texts.ts';

/** What the search box looks like and is called, before and after its code has come. */
export const nameSearchLook = {
  label: texts.label,
  hideLabel: true,
  placeholder: texts.placeholder,
  icon: <Search />,
} as const;
