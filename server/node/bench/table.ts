/** A figure of the report. */
export interface Figure {
  what: string;
  /** Ours by the yardstick's. */
  ratio: number;
  /** What the ratio should be, as far as there is a goal. */
  goal?: { least: number } | { most: number };
  /** Both of them, as measured here and now. They mean nothing beyond this run. */
  measured: string;
  /** MiB that the server held after this load; absent where no single server was loaded. */
  memory?: number;
}

/** The figures as a table, with a mark at those that miss their goal. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ratio, goal, measured, memory }) => {
    const isMissed = goal && ('least' in goal ? ratio < goal.least : ratio > goal.most);
    const demand = goal ? ('least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`) : '';
    return [
      what,
      digits(ratio),
      isMissed ? `${demand} missed` : demand,
      memory === undefined ? '' : digits(memory),
      measured,
    ];
  });
  const all = [['what', 'ratio', 'goal', 'MiB after', 'in this run'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [lines[0], '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...lines.slice(1)].join(
    '\n',
  );
}

/** A number with two digits behind the point below ten, and none from a hundred on. */
export const digits = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
