/** A module of a program. */
export interface GraphModule {
  id: string;
  /** Ids of what it imports before it runs, and of what it imports later. */
  imports: readonly string[];
  laterImports: readonly string[];
  /** Characters of its code before minification. */
  size: number;
  /** Whether a page loads it. */
  isEntry: boolean;
}

export interface GroupOptions {
  /** Files of fewer characters, before minification, are put together. */
  small: number;
  /** How many characters more may be loaded for one request less. */
  worth: number;
  /** What is left alone with all that it imports, because it has groups of its own: as module ids end. */
  leave: readonly string[];
  /** Screens that load no more than without this: what each consists of. */
  exact: readonly (readonly string[])[];
}

/** The modules that a bundler makes one file of, or those of several such files. */
interface File {
  modules: string[];
  size: number;
  isSmall: boolean;
  isJoined: boolean;
  imports: Set<File>;
  /** What is imported later, and then loads it. */
  loadedBy: Set<string>;
  /** Which of the exact screens load it. */
  screens: string;
}

/**
 * Returns the name of its group for each module that is to be in one file with others. Files are joined two at a time,
 * the two of which most is gained, until nothing is gained.
 */
export function groupFiles(modules: readonly GraphModule[], options: GroupOptions): Map<string, string> {
  const files = filesOf(modules, options);
  for (;;) {
    const pair = findBestPair(
      [...files].filter(({ isSmall }) => isSmall),
      options.worth,
    );
    if (!pair) break;
    joinFiles(files, pair);
  }
  const joined = [...files].filter(({ isJoined }) => isJoined);
  return new Map(
    joined.flatMap((file, index) => file.modules.map((id): [string, string] => [id, `group-${index}`])),
  );
}

/** Returns files as a bundler makes them: of modules that the same later imports load. What each page loads is in none. */
function filesOf(modules: readonly GraphModule[], { small, leave, exact }: GroupOptions): Set<File> {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const closureOf = (ids: Iterable<string>) => reach(ids, (id) => byId.get(id)?.imports ?? []);
  const closureOfEnds = (ends: readonly string[]) =>
    closureOf([...byId.keys()].filter((id) => ends.some((end) => id.endsWith(end))));
  const always = closureOf(modules.filter(({ isEntry }) => isEntry).map(({ id }) => id));
  const left = closureOfEnds(leave);
  const screens = exact.map(closureOfEnds);
  const later = new Set(modules.flatMap(({ laterImports }) => laterImports));
  const loadedBy = new Map<string, Set<string>>();
  for (const entry of later)
    for (const id of closureOf([entry])) {
      const entries = loadedBy.get(id);
      if (entries) entries.add(entry);
      else loadedBy.set(id, new Set([entry]));
    }

  const files = new Map<string, File>();
  const fileOf = new Map<string, File>();
  for (const { id, size } of modules) {
    const entries = loadedBy.get(id);
    if (!entries || always.has(id)) continue;
    const key = [...entries].join('\n');
    const file = files.get(key) ?? {
      modules: [],
      size: 0,
      isSmall: true,
      isJoined: false,
      imports: new Set(),
      loadedBy: entries,
      screens: screens.map((screen) => Number(screen.has(id))).join(),
    };
    files.set(key, file);
    fileOf.set(id, file);
    file.modules.push(id);
    file.size += size;
    file.isSmall &&= file.size < small && !later.has(id) && !left.has(id);
  }
  for (const [id, file] of fileOf)
    for (const imported of byId.get(id)?.imports ?? []) {
      const other = fileOf.get(imported);
      if (other && other !== file) file.imports.add(other);
    }
  return new Set(files.values());
}

/** Returns the two files of which most is gained when they are joined, if anything is. */
function findBestPair(files: readonly File[], worth: number): [File, File] | undefined {
  const loadedWith = new Map(files.map((file) => [file, withImports([file])]));
  let best: [File, File] | undefined;
  let most = 0;
  for (const [index, one] of files.entries())
    for (const other of files.slice(index + 1)) {
      if (one.screens !== other.screens) continue;
      const [newToOther, newToOne] = [
        without(one.loadedBy, other.loadedBy),
        without(other.loadedBy, one.loadedBy),
      ];
      let gain = (one.loadedBy.size - newToOther.length) * worth;
      gain -= newToOther.length * other.size + newToOne.length * one.size;
      if (gain <= most) continue;
      gain -= costOf(loadedWith.get(other), other, newToOther, worth);
      gain -= costOf(loadedWith.get(one), one, newToOne, worth);
      if (gain <= most || leadsTo(one, other) || leadsTo(other, one)) continue;
      most = gain;
      best = [one, other];
    }
  return best;
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...all].filter((each) => !others.has(each));

/** What it costs that entries load a file which did not: whatever comes along that they do not have. */
function costOf(
  loadedWith: ReadonlySet<File> = new Set(),
  file: File,
  entries: readonly string[],
  worth: number,
): number {
  let cost = 0;
  for (const each of loadedWith)
    if (each !== file)
      cost += entries.filter((entry) => !each.loadedBy.has(entry)).length * (each.size + worth);
  return cost;
}

/** Whether a file imports another one by way of a third: joined, they and the third would import each other. */
const leadsTo = (from: File, to: File): boolean =>
  withImports([...from.imports].filter((file) => file !== to)).has(to);

function joinFiles(files: Set<File>, [into, from]: [File, File]): void {
  files.delete(from);
  into.modules.push(...from.modules);
  into.size += from.size;
  into.isJoined = true;
  for (const file of from.imports) into.imports.add(file);
  for (const file of files) if (file.imports.delete(from)) file.imports.add(into);
  into.imports.delete(into);
  const entries = [...into.loadedBy, ...from.loadedBy];
  for (const file of withImports([into])) for (const entry of entries) file.loadedBy.add(entry);
}

const withImports = (files: Iterable<File>): Set<File> => reach(files, ({ imports }) => imports);

/** Returns some things and all that they lead to. */
export function reach<T>(from: Iterable<T>, next: (each: T) => Iterable<T>): Set<T> {
  const found = new Set(from);
  for (const each of found) for (const following of next(each)) found.add(following);
  return found;
}

/** Returns a circle in what leads to what, in its order, if there is one. */
export function findCircle(next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return path.slice(path.indexOf(name));
    if (done.has(name)) return undefined;
    for (const following of next.get(name) ?? []) {
      const circle = visit(following, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of next.keys()) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
}
