/** What is started for the tests of several projects. */
export interface Shared<Provided> {
  provided: Provided;
  stop(): Promise<unknown>;
}

interface Use {
  users: number;
  started: Promise<Shared<unknown>>;
}

// Vitest loads a set-up anew for each project, in one process.
const inProcess = globalThis as { gatherwellSetups?: Map<string, Use> };

/**
 * Starts something for the first project that needs it, and hands the same to all others. Returns a function that stops
 * it once it was called for each of them.
 */
export async function startShared<Provided>(
  name: string,
  start: () => Promise<Shared<Provided>>,
): Promise<Shared<Provided>> {
  inProcess.gatherwellSetups ??= new Map();
  const use = inProcess.gatherwellSetups.get(name) ?? { users: 0, started: start() };
  inProcess.gatherwellSetups.set(name, use);
  use.users++;
  const { provided, stop } = (await use.started) as Shared<Provided>;
  return {
    provided,
    stop: async () => {
      if (--use.users === 0) await stop();
    },
  };
}
