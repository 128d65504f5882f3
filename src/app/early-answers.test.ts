import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from './api.ts';
import { earlyAnswers } from './early-answers.ts';
import { session } from './session.ts';

const alice = {
  _id: '00000000-0000-7000-8000-000000000001',
  userType: 'individual' as const,
  email: 'alice@example.org',
  name: 'Alice',
  profilePicture: null,
  isOnboarded: true,
};
const url = '/api/trpc/wallet.balance,events.head?batch=1&input=%7B%220%22%3A%7B%7D%7D';
const asked = vi.fn();

/** What the server says where it is asked. */
const late = { walletCoin: 1 };
const early = { walletCoin: 7 };

function askedEarly(results: object[] | undefined, userId = alice._id): void {
  const answer = Promise.resolve(results && { headers: new Headers(), results });
  window.earlyAnswers = { userId, calls: [{ url, sentAt: Date.now(), answer }] };
}

beforeEach(() => {
  session.begin(alice);
  vi.stubGlobal('fetch', (address: string) => {
    asked(address);
    return Promise.resolve(Response.json([{ result: { data: late } }]));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockClear();
  session.end();
});

const results = [{ result: { data: early } }, { result: { data: { epoch: 'one', seq: 3 } } }];

it('responds to queries with what the server was asked for before', async () => {
  askedEarly(results);
  const found = await earlyAnswers.during(() =>
    Promise.all([api.events.head.query(), api.wallet.balance.query({})]),
  );
  expect(found).toEqual([{ epoch: 'one', seq: 3 }, early]);
  expect(asked).not.toHaveBeenCalled();
});

it.each<[string, () => void]>([
  ['that got no response', () => askedEarly(undefined)],
  ['that failed', () => askedEarly([{ error: { message: 'No.' } }])],
  ['that another user asked', () => askedEarly(results, '00000000-0000-7000-8000-000000000002')],
  ['that was not made', () => delete window.earlyAnswers],
])('asks the server for a query %s', async (_what, prepare) => {
  prepare();
  expect(await earlyAnswers.during(() => api.wallet.balance.query({}))).toEqual(late);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('asks the server where the response is not for the first data, and after that', async () => {
  askedEarly(results);
  expect(await api.wallet.balance.query({})).toEqual(late);
  expect(await earlyAnswers.during(() => api.wallet.balance.query({}))).toEqual(early);
  expect(await earlyAnswers.during(() => api.wallet.balance.query({}))).toEqual(late);
});
