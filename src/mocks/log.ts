import type { LogPort } from '#server/ports.ts';

const channelName = 'gatherwell-mocked-log';

interface Line {
  level: 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

/**
 * The log of the worker: warnings and errors are repeated in the console of every tab, where they are seen.
 * @param closing after this, what fails was only cut short
 */
export function createTabsLog(closing?: AbortSignal): LogPort {
  const channel = new BroadcastChannel(channelName);
  const say = (level: Line['level']) => (fields: Record<string, unknown>, message: string) => {
    if (!closing?.aborted) channel.postMessage({ level, fields, message } satisfies Line);
  };
  return {
    info: (fields, message) => console.debug(message, fields),
    warn: say('warn'),
    error: say('error'),
  };
}

/** Repeats in this tab's console the warnings and errors of the worker. */
export function repeatLog(): void {
  new BroadcastChannel(channelName).onmessage = ({ data }: MessageEvent<Line>) =>
    console[data.level](`[mocked server] ${data.message}`, data.fields);
}
