import type { Seed } from 'gatherwell-testing';
import { test } from 'gatherwell-testing/playwright';

export const unknownFactory: Seed = { crowds: {} };
export const unknownField: Seed = { people: { ana: { shoeSize: 38 } } };
export const wrongType: Seed = { posts: { soup: { by: 'ana', postType: 'lunch', title: 'Soup' } } };
export const missing: Seed = { follows: [{ from: 'ana' }] };
test('wrong calls', async ({ asUser, restore }) => {
  await asUser(7);
  await restore('yesterday');
  await asUser('ana', '/', { faults: 7 });
});
