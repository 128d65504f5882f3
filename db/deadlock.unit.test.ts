import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { isDeadlock } from './deadlock.ts';

const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' });

test.each([lost, new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: lost })])(
  '%o: do it again',
  (error) => {
    expect(isDeadlock(error)).toBe(true);
  },
);

test.each([Object.assign(new Error('…'), { code: '23505' }), new Error('40P01'), '40P01', undefined])(
  '%o: no use',
  (error) => {
    expect(isDeadlock(error)).toBe(false);
  },
);
