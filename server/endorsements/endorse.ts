import { v7 as uuid } from 'uuid';
import { executeTogether } from '#db/batch.ts';
import type { Trx } from '#db/database.ts';
import type { Effects } from '../effects.ts';
import { lockReceivers, receiversOf } from '../notifications/notifications.queries.ts';
import { notify } from '../notifications/notify.ts';
import { deleteEndorsement, insertEndorsement } from './endorsements.queries.ts';

/** Who endorses whom. */
interface Endorsing {
  endorserId: string;
  endorseeId: string;
}

/** Makes one user endorse another, emits the events of both and notifies who is endorsed. Does nothing the second time. */
export async function endorse(
  trx: Trx,
  effects: Effects,
  { endorserId, endorseeId, now }: Endorsing & { now: Date },
): Promise<void> {
  // The receiver before its counters, as a follow locks them.
  const [, inserted] = await executeTogether(trx, [
    lockReceivers(trx, receiversOf([endorseeId])),
    insertEndorsement(trx, { id: uuid(), endorserId, endorseeId, now }),
  ]);
  if (inserted.length === 0) return;
  emitChange(effects, { endorserId, endorseeId, endorses: true });
  const notice = { senderId: endorserId, type: 'endorsement', postId: null, now } as const;
  await notify(trx, effects, { userId: endorseeId, ...notice });
}

/** Takes an endorsement back and emits the events of both. Does nothing where there is none. */
export async function cancelEndorsement(
  trx: Trx,
  effects: Effects,
  { endorserId, endorseeId }: Endorsing,
): Promise<void> {
  if (await deleteEndorsement(trx, { endorserId, endorseeId }))
    emitChange(effects, { endorserId, endorseeId, endorses: false });
}

function emitChange(
  effects: Effects,
  { endorserId, endorseeId, endorses }: Endorsing & { endorses: boolean },
): void {
  effects.event(endorserId, { type: 'endorsement-changed', payload: { userId: endorseeId, endorses } });
  effects.event(endorseeId, { type: 'endorsers-changed', payload: {} });
}
