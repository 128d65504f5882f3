import { beforeEach, describe, expect, it } from 'vitest';
import { doDueWork } from '../due-work.ts';
import { readEvents } from '../events/events.queries.ts';
import { postTypes } from '../posts/post-rules.schema.ts';
import { setUpWorld } from '../testing/cast.ts';
import { png } from '../testing/pictures.ts';
import { addLookups, fullPosts } from '../testing/posts.ts';
import type { Person } from '../testing/world.ts';

const world = setUpWorld(addLookups);

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000).toISOString();

let alice: Person;
let bob: Person;
let carol: Person;
beforeEach(async () => {
  world.ports.clock.set(noon);
  alice = await world.individual('alice');
  bob = await world.individual('bob');
  carol = await world.organization('carol');
  await world.as(alice).follows.follow({ followerId: alice._id, followingId: carol._id });
});

const general = { postType: 'general', title: 'We have moved' } as const;
const publish = () => world.as(carol).posts.create({ ...general, isActive: true, undoable: true });
const undo = (id: string, person = carol) => world.as(person).posts.undoPublish({ id });
const read = (id: string) => world.as(carol).posts.byId({ id });
const announced = async () =>
  (await world.as(alice).notifications.list({})).items.filter(({ type }) => type === 'new-post').length;
const feedHints = async () =>
  (await readEvents(world.db, alice._id, 0)).filter(({ type }) => type === 'feed-newer').length;

async function workAt(seconds: number) {
  world.ports.clock.set(new Date(later(seconds)));
  await doDueWork(world.deps);
  await world.ports.runJobs();
}

describe('publishing with an undo', () => {
  it('shows the post at once and notifies followers after 10 seconds, once', async () => {
    const post = await publish();
    expect(post).toMatchObject({ isActive: true, publishedAt: later(0), undoSeconds: 10 });
    expect(await world.visitor.posts.byId({ id: post._id })).toMatchObject({ isActive: true });
    await workAt(10);
    expect([await announced(), await feedHints()]).toEqual([0, 0]);
    await workAt(11);
    expect([await announced(), await feedHints()]).toEqual([1, 1]);
    await workAt(30);
    expect([await announced(), await feedHints()]).toEqual([1, 1]);
  });

  it('notifies at once where no undo was asked for', async () => {
    const post = await world.as(carol).posts.create({ ...general, isActive: true });
    expect(post).not.toHaveProperty('undoSeconds');
    await world.ports.runJobs();
    expect(await announced()).toBe(1);
    await expect(undo(post._id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('returns how long is left when the same create is sent again', async () => {
    const { _id } = await publish();
    world.ports.clock.advance(4_000);
    const again = await world.as(carol).posts.create({ ...general, _id, isActive: true, undoable: true });
    expect(again).toMatchObject({ _id, undoSeconds: 6 });
  });

  it('announces what came due while nothing ran, in every process once', async () => {
    for (let index = 0; index < 5; index++) await publish();
    world.ports.clock.set(new Date(later(3600)));
    await Promise.all([1, 2, 3].map(() => doDueWork(world.deps)));
    await world.ports.runJobs();
    expect([await announced(), await feedHints()]).toEqual([5, 5]);
  });

  it('uses the seconds that the host sets', async () => {
    const { settings } = world.deps;
    settings.publishUndoSeconds = 2;
    try {
      expect(await publish()).toMatchObject({ undoSeconds: 2 });
    } finally {
      settings.publishUndoSeconds = undefined;
    }
    await workAt(3);
    expect(await announced()).toBe(1);
  });
});

describe('undoing', () => {
  it('makes a new post a draft, and nobody is ever notified', async () => {
    const { _id: id } = await publish();
    const { last_published_at } = await world.db
      .selectFrom('organizations')
      .select('last_published_at')
      .where('user_id', '=', carol._id)
      .executeTakeFirstOrThrow();
    expect(last_published_at).toEqual(noon);
    expect(await undo(id)).toMatchObject({ isActive: false, publishedAt: null, title: general.title });
    await expect(world.visitor.posts.byId({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await readEvents(world.db, carol._id, 0)).at(-1)).toMatchObject({
      type: 'post-upserted',
      payload: { post: { _id: id, isActive: false } },
    });
    await workAt(60);
    expect([await announced(), await feedHints()]).toEqual([0, 0]);
  });

  it.each(postTypes)('gives a draft of type %s back as it was before', async (postType) => {
    const picture = `data:image/png;base64,${Buffer.from(await png(12, 8)).toString('base64')}`;
    const full = { ...fullPosts[postType], images: [{ path: picture, description: 'Soup' }] };
    const draft = await world.as(carol).posts.create({ ...full, isActive: false });
    const before = await read(draft._id);
    await world.as(carol).posts.update({
      postType,
      id: draft._id,
      title: 'Something else',
      isActive: true,
      undoable: true,
    });
    expect(await read(draft._id)).toMatchObject({ title: 'Something else', images: [], isActive: true });
    expect(await undo(draft._id)).toEqual(before);
    expect(await read(draft._id)).toEqual(before);
  });

  it('gives a scheduled post its schedule back, unless its time has come meanwhile', async () => {
    const schedule = (at: string) =>
      world.as(carol).posts.create({ ...general, scheduledPublish: true, scheduledPublishDateTime: at });
    const publishNow = (id: string) =>
      world.as(carol).posts.update({ ...general, id, isActive: true, undoable: true });
    const [soon, far] = [(await schedule(later(5)))._id, (await schedule(later(3600)))._id];
    await publishNow(soon);
    await publishNow(far);
    world.ports.clock.set(new Date(later(6)));
    expect(await undo(soon)).toMatchObject({ isActive: false, scheduledPublish: false });
    expect(await undo(far)).toMatchObject({ scheduledPublish: true, scheduledPublishDateTime: later(3600) });
    await workAt(60);
    expect(await announced()).toBe(0);
    expect(await read(soon)).toMatchObject({ isActive: false });
    await workAt(3600);
    expect(await read(far)).toMatchObject({ isActive: true });
    expect(await announced()).toBe(1);
  });

  it('rejects with 409 once the post is announced, and the post stays published', async () => {
    const { _id: id } = await publish();
    await workAt(11);
    const answer = await world.request(`/api/posts/${id}/undo-publish`, { method: 'POST', as: carol });
    expect(answer).toMatchObject({ status: 409, success: false, data: null });
    expect(answer.message).toContain('too late to undo');
    expect(await read(id)).toMatchObject({ isActive: true });
  });

  it('either wins or loses against the announcement, never both', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 6; round++) {
      world.ports.clock.set(noon);
      const before = await announced();
      const { _id: id } = await publish();
      world.ports.clock.set(new Date(later(11)));
      const work = () => doDueWork(world.deps);
      const both = round % 2 === 0 ? [undo(id), work()] : [work(), undo(id)];
      const undone = (await Promise.allSettled(both))[round % 2]?.status === 'fulfilled';
      await world.ports.runJobs();
      expect(await read(id)).toMatchObject({ isActive: !undone });
      expect((await announced()) - before).toBe(undone ? 0 : 1);
      outcomes.push(undone ? 'undone' : 'announced');
    }
    expect(outcomes).toHaveLength(6);
  });

  it('returns the post where it is a draft already, so that it can be sent again', async () => {
    const { _id: id } = await publish();
    const undone = await undo(id);
    expect(await undo(id)).toEqual(undone);
  });

  it('is for its organization alone', async () => {
    const { _id: id } = await publish();
    await expect(undo(id, await world.organization('dan'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(undo(id, bob)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await read(id)).toMatchObject({ isActive: true });
  });
});

describe('what is done meanwhile', () => {
  it('announces a post that was changed again, and not one that was taken back or deleted', async () => {
    const [changed, takenBack, deleted] = [await publish(), await publish(), await publish()];
    const { posts } = world.as(carol);
    await posts.update({ ...general, id: changed._id, title: 'We have moved again', isActive: true });
    await posts.update({ ...general, id: takenBack._id, isActive: false });
    await posts.remove({ id: deleted._id });
    await workAt(11);
    expect(await announced()).toBe(1);
    // Published again it has an undo again.
    await posts.update({ ...general, id: takenBack._id, isActive: true, undoable: true });
    await workAt(22);
    expect(await announced()).toBe(2);
  });
});
