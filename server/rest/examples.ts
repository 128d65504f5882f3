import recorded from './examples.json' with { type: 'json' };

/** A call of an operation that was really made, with the ids, times and secrets of examples. */
export interface Example {
  /** Parameters and the fields of the body together, as the procedure takes them. */
  input: Record<string, unknown>;
  response: { success: boolean; message: string; data: unknown };
}

/** An example of each operation, by the procedure's name. The authorisation test makes and compares them. */
export const examples = recorded as Record<string, Example>;
