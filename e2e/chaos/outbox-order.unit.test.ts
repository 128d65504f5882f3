import { beforeEach, describe, expect, test } from 'vitest';
import { OutboxOrder } from './outbox-order.ts';

let order: OutboxOrder;
beforeEach(() => {
  order = new OutboxOrder();
});

/** Notes a row, and returns since when its mutation is at its place. */
function note(opId: string, place: number, at: number, state = 'waiting', userId = 'alice'): number {
  order.note(userId, { opId, order: place, lane: 'post soup', name: 'say', input: {}, state }, at);
  return order.since(opId);
}

describe('when a mutation came to its place', () => {
  test('is when it was first written there, in whatever order the tabs report', () => {
    expect(note('like', 1, 30, 'sent')).toBe(30);
    expect(note('like', 1, 10)).toBe(10);
    expect(note('like', 1, 40, 'done')).toBe(10);
  });

  test('is later for one that is tried again', () => {
    note('like', 1, 10);
    note('like', 1, 20, 'failed');
    note('going', 2, 30);
    expect(note('like', 3, 40)).toBe(40);
  });

  test('is before what stands behind it, where only its sending was reported', () => {
    note('going', 2, 20);
    expect(note('like', 1, 30, 'sent')).toBeLessThan(20);
    note('share', 3, 15);
    expect(order.since('like')).toBeLessThan(15);
  });

  test('does not depend on what stands before it', () => {
    note('like', 1, 10);
    expect(note('going', 2, 30, 'sent')).toBe(30);
  });

  test('does not depend on what has left, or on another user', () => {
    note('going', 2, 10);
    order.leave('going');
    note('share', 2, 20, 'waiting', 'bob');
    expect(note('like', 1, 30, 'sent')).toBe(30);
  });
});
