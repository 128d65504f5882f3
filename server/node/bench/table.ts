import { alignColumns } from '../columns.ts';

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

/** Prints each figure once it is measured: a run of an hour that fails at its end has told what it found. */
export async function shown(figures: AsyncIterable<Figure>): Promise<Figure[]> {
  const measured: Figure[] = [];
  for await (const figure of figures) {
    console.error(`${figure.what}: ${digits(figure.ratio)} (${figure.measured})`);
    measured.push(figure);
  }
  return measured;
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
  const [head, ...lines] = alignColumns([['what', 'ratio', 'goal', 'MiB after', 'in this run'], ...rows]);
  const width = Math.max(...[head, ...lines].map((line) => line?.length ?? 0));
  return [head, '─'.repeat(width), ...lines].join('\n');
}

/** A number with two digits behind the point below ten, and none from a hundred on. */
export const digits = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
