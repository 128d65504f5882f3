import { finder } from '@medv/finder';
import { queryAllByRole } from '@testing-library/dom';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { Target } from './recording.ts';

/** What people act on. Other roles only hold something. */
const rolesOfActs = new Set(
  'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);

/** Returns what an event at an element is an act on: the nearest thing with such a role, or what shows a hand. */
export function findActedOn(element: Element): Element | undefined {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    if (rolesOfActs.has(getRole(at) ?? '')) return at;
  return getComputedStyle(element).cursor === 'pointer' || element instanceof HTMLCanvasElement
    ? element
    : undefined;
}

export const roleOf = (element: Element): string | null => {
  const role = getRole(element);
  return role !== null && rolesOfActs.has(role) ? role : null;
};

/** Describes an element so that it is found again. */
export function describeTarget(element: Element): Target {
  const role = roleOf(element);
  const name = stableNameOf(element);
  const isWhole = name === nameOf(element);
  const alike = role === null ? [] : findAlike(role, name, isWhole);
  const index = alike.indexOf(element as HTMLElement);
  // What assistive technology does not see is found by its place alone.
  return index === -1
    ? { role: null, name, isWhole, index: 0, count: 1, css: finder(element) }
    : { role, name, isWhole, index, count: alike.length, css: null };
}

/** Finds what was described; undefined as long as it is not there. */
export function findTarget({ role, name, isWhole, index, css }: Target): Element | undefined {
  if (role !== null) return findAlike(role, name, isWhole)[index];
  return css === null ? undefined : (document.querySelector(css) ?? undefined);
}

const findAlike = (role: string, name: string, isWhole: boolean): HTMLElement[] =>
  queryAllByRole(document.body, role).filter((element) => {
    if (isOfTester(element)) return false;
    if (name === '') return true;
    return isWhole ? nameOf(element) === name : nameOf(element).startsWith(name);
  });

const nameOf = (element: Element): string => computeAccessibleName(element).replaceAll(/\s+/g, ' ').trim();

/** The name up to the first time in it: what follows is another one on another day. */
function stableNameOf(element: Element): string {
  const name = nameOf(element);
  const time = element.querySelector('time');
  const at = time ? name.indexOf(nameOf(time) || (time.textContent ?? '').trim()) : -1;
  return at > 0 ? name.slice(0, at).trim() : name;
}

/** Whether something belongs to the panel, which is no part of the product. */
export const isOfTester = (element: Element): boolean => element.closest('[data-tester]') !== null;
