const storageKey = 'gatherwell.fault-scripts';

/** Scripts to begin with, by name. */
const offered: Record<string, string> = {
  'A train in a tunnel': `*.* 30%: network
events.stream: cut after 2`,
  'A busy server': `*.*: latency 1500
*.* 20%: 503 overloaded`,
  'Answers that get lost': 'posts.* 50%: lost',
  'An unreliable event stream': `events.stream: slow 1000
events.stream: duplicate 30%
events.stream: reorder 30%`,
};

const findOwn = () => JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, string>;

/** Returns the named scripts that can be chosen in this browser, as texts. */
export function findSavedScripts(): Record<string, string> {
  const named = Object.entries(offered).map(([name, rules]) => [name, `name ${name}\n${rules}`]);
  return { ...Object.fromEntries(named), ...findOwn() };
}

/** Saves a script under its name. */
export function saveScript(name: string, text: string): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...findOwn(), [name]: text }));
}

/** Deletes a script that was saved in this browser. Those to begin with stay. */
export function deleteScript(name: string): void {
  const { [name]: _, ...others } = findOwn();
  localStorage.setItem(storageKey, JSON.stringify(others));
}

/** Whether a script of that name was saved in this browser. */
export const isOwnScript = (name: string): boolean => Object.hasOwn(findOwn(), name);

/** Clears the browser's storage, but for the scripts: they are a tester's own, and no part of what is tested. */
export function keepSavedScripts(clear: () => void): void {
  const own = localStorage.getItem(storageKey);
  clear();
  if (own !== null) localStorage.setItem(storageKey, own);
}
