/** Thrown where a server or tool cannot work; `message` has one line for each problem, for the operator. */
export class Problem extends Error {
  override name = 'Problem';
}

/**
 * Does what a command is for. A `Problem`, or an option that there is not, ends it with its message and exit code 1;
 * other errors are mistakes of ours.
 */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem) && !isMisspelled(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** The codes of `parseArgs` for options that it does not know, or cannot read. */
const isMisspelled = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
