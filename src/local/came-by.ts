/**
 * Whether something came by an instant, that one included; anything did where none is given. The server writes
 * instants alike, so that their order is that of their texts.
 */
export const cameBy = ({ createdAt }: { createdAt: string }, until: string | undefined): boolean =>
  until === undefined || createdAt <= until;
