/** What keeps a server or a tool from doing its work; `message` says so in one line for each, to who started it. */
export class Problem extends Error {
  override name = 'Problem';
}

/** Does what a command is for. A `Problem` ends it with its message and exit code 1; other errors are mistakes of ours. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
