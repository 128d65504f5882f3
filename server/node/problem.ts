/** What keeps a server or a tool from doing its work; `message` says so in one line for each, to who started it. */
export class Problem extends Error {
  override name = 'Problem';
}
