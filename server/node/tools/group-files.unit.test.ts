import { assert, integer, property, record, subarray } from 'fast-check';
import { expect, it } from 'vitest';
import { findCircle, type GraphModule, groupFiles } from './group-files.ts';

const page: GraphModule = { id: 'page', imports: [], laterImports: [], size: 1, isEntry: true };
const part = (id: string, imports: string[] = [], size = 100): GraphModule => ({
  id,
  imports,
  laterImports: [],
  size,
  isEntry: false,
});
const options = { small: 1_000, worth: 500, leave: [], exact: [] };

/** Three screens, of which two share one part and two another. */
const program = [
  { ...page, laterImports: ['feed', 'search', 'about'] },
  part('feed', ['card', 'button']),
  part('search', ['card', 'button']),
  part('about', ['button']),
  part('card'),
  part('button'),
];

it('joins files of which the same screens load most', () => {
  const groups = groupFiles(program, options);
  expect(groups.get('card')).toBe('group-0');
  expect(groups.get('button')).toBe('group-0');
  expect(groups.size).toBe(2);
});

it.each([
  ['for which a screen would load more than the request is worth', { worth: 40 }],
  ['that are large', { small: 100 }],
  ['that are to be left alone', { leave: ['card'] }],
  ['of which a screen needs exactly one', { exact: [['about']] }],
])('leaves alone files %s', (_, changed) => {
  expect(groupFiles(program, { ...options, ...changed }).size).toBe(0);
});

it('joins no files with another one between them', () => {
  const between = [
    { ...page, laterImports: ['feed', 'search', 'map', 'badge'] },
    part('feed', ['card']),
    part('search', ['card']),
    part('map', ['button']),
    part('card', ['badge']),
    part('badge', ['button'], 10),
    part('button'),
  ];
  expect(groupFiles(between, options).size).toBe(0);
});

it('leaves alone what every page loads', () => {
  const loaded = program.map((module) =>
    module.isEntry ? { ...module, imports: ['button', 'card'] } : module,
  );
  expect(groupFiles(loaded, options).size).toBe(0);
});

/** Programs of 24 parts, each of which imports some of those after it, and six screens. */
const programs = integer({ min: 1, max: 23 }).chain((last) => {
  const ids = Array.from({ length: 24 }, (_, index) => `part-${index}`);
  return record(
    Object.fromEntries(
      ids.map((id, index) => [
        id,
        record({
          imports: subarray(ids.slice(index + 1), { maxLength: Math.min(4, 23 - index) }),
          size: integer({ min: 10, max: 600 }),
        }),
      ]),
    ),
  ).map((parts) => ({
    modules: [
      { ...page, imports: [`part-${last}`], laterImports: ids.slice(0, 6) },
      ...Object.entries(parts).map(([id, { imports, size }]) => part(id, imports, size)),
    ],
    exact: ['part-0', 'part-1'],
  }));
});

/** What a screen loads when each file is a group, or a module without one. */
function filesBy(modules: readonly GraphModule[], groups: ReadonlyMap<string, string>) {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const fileOf = (id: string) => groups.get(id) ?? id;
  const imports = new Map<string, Set<string>>();
  for (const module of modules) {
    const file = imports.get(fileOf(module.id)) ?? new Set();
    for (const imported of module.imports)
      if (fileOf(imported) !== fileOf(module.id)) file.add(fileOf(imported));
    imports.set(fileOf(module.id), file);
  }
  const loadedBy = (id: string) => {
    const files = new Set([fileOf(id)]);
    for (const file of files) for (const imported of imports.get(file) ?? []) files.add(imported);
    return [...byId.keys()].filter((each) => files.has(fileOf(each)));
  };
  return { imports: new Map([...imports].map(([file, all]) => [file, [...all]])), loadedBy };
}

it('makes no circles, and screens that are exact load no more than without groups', () => {
  assert(
    property(programs, ({ modules, exact }) => {
      const groups = groupFiles(modules, { ...options, exact: exact.map((id) => [id]) });
      const grouped = filesBy(modules, groups);
      expect(findCircle(grouped.imports)).toBeUndefined();
      const always = new Set(grouped.loadedBy('page'));
      const alone = filesBy(modules, new Map());
      for (const id of exact)
        expect(grouped.loadedBy(id).filter((each) => !always.has(each))).toEqual(
          alone.loadedBy(id).filter((each) => !always.has(each)),
        );
    }),
  );
});

it('finds a circle, and none where two ways lead to the same', () => {
  expect(
    findCircle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c']);
  expect(
    findCircle(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ]),
    ),
  ).toBeUndefined();
});
