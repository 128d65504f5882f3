import { failureOf } from '#src/app/failure.ts';
import { toast } from '#src/components/toast.tsx';
import { perform } from '#src/local/perform.ts';

/** Marks every notification read, at once on the screen. */
export async function markAllRead(): Promise<void> {
  try {
    await perform({ name: 'mark-all', input: { isRead: true } });
    toast.success('SUCCESS');
  } catch (error) {
    toast.failed(failureOf(error).message);
  }
}
