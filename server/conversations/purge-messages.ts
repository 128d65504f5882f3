import type { Deps } from '../context.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { deleteCleared } from './conversations.queries.ts';

/** How many messages are deleted at a time. */
const batchSize = 1000;

/** Deletes the messages that both members of a conversation have deleted, and then their files. */
export async function purgeMessages(
  deps: Pick<Deps, 'db' | 'ports'>,
  { conversationId }: { conversationId: string },
): Promise<void> {
  let isAny = false;
  while ((await deleteCleared(deps.db, conversationId, batchSize)) > 0) isAny = true;
  if (isAny) await sweepFiles(deps);
}
