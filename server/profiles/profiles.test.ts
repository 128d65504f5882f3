import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('smoke', async () => {
  const alice = await world.individual('alice');
  const org = await world.organization('Carol Food Bank');
  const r = await world.request(`/api/users/${alice._id}/basic-info`, {
    method: 'PUT',
    as: alice,
    body: { firstName: 'A' },
  });
  console.log(r);
  console.log(
    await world.request(`/api/users/${alice._id}/basic-info`, {
      method: 'PUT',
      as: alice,
      body: { firstName: 'Al', lastName: 'B', address: { code: '12', city: 'x' }, gender: '' },
    }),
  );
  console.log(await world.request(`/api/users/${alice._id}/basic-info`, { as: org }));
  console.log(
    await world.request(`/api/users/${org._id}/basic-info`, {
      method: 'PUT',
      as: org,
      body: { website: 'http://x.y', mission: 'm' },
    }),
  );
  console.log(await world.request(`/api/users/search/foo`));
  console.log(
    await world.request(`/api/users/${alice._id}/suggestions`, { as: alice }),
    world.ports.logged.map((l) => l.fields.err?.message),
  );
  console.log(await world.request(`/api/users/${org._id}/public-info`, { as: alice }));
  console.log(await world.request(`/api/users/name/all`, { as: alice }));
  console.log(await world.as(alice).follows.follow({ followerId: alice._id, followingId: org._id }));
  console.log(JSON.stringify(await world.as(org).notifications.list({})));
});
