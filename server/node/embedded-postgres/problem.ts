/** The database cannot be used; `message` is one line that says what to do. */
export class DatabaseProblem extends Error {
  override name = 'DatabaseProblem';
}
