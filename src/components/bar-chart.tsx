import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useEffect, useId, useRef, useState } from 'react';
import { cn } from '#src/lib/cn.ts';
import { texts as ownTexts } from './bar-chart.texts.ts';
import * as texts from './texts.ts';

/** One of the things that a chart compares. */
interface Series {
  name: string;
  /** One for each label. */
  values: readonly number[];
}

interface BarChartProps {
  /** The heading. */
  title: string;
  /** What the labels are: "Month". */
  dimension: string;
  labels: readonly string[];
  /** At most three. */
  series: readonly Series[];
  className?: string | undefined;
}

/** Pixels where text has its usual size; they grow with it. */
const usual = { height: 200, top: 18, right: 4, bottom: 24, left: 40, label: 36 };

/** Differ in lightness, too, so that colour alone does not distinguish them. */
const fills = [
  { bar: 'fill-brand', key: 'bg-brand' },
  { bar: 'fill-accent stroke-accent-ink', key: 'border border-accent-ink bg-accent' },
  { bar: 'fill-line-strong', key: 'bg-line-strong' },
];

/** Bars side by side for each label, and behind a button the same as a table. A label without anything shows a zero. */
export function BarChart({ title, dimension, labels, series, className }: BarChartProps) {
  const titleId = useId();
  const [box, width, scale] = useSize();
  const height = usual.height * scale;
  const margin = {
    top: usual.top * scale,
    right: usual.right,
    bottom: usual.bottom * scale,
    left: usual.left * scale,
  };
  const most = Math.max(0, ...series.flatMap(({ values }) => values));
  const y = scaleLinear({
    domain: [0, Math.max(most, 4)],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  });
  const x = scaleBand({ domain: [...labels], range: [margin.left, width - margin.right], padding: 0.25 });
  // Where there is no room for all names, every other one.
  const named = x.step() < usual.label * scale ? 2 : 1;
  const slot = x.bandwidth() / series.length;
  const barWidth = Math.min(slot, 44) * (series.length > 1 ? 0.9 : 1);
  return (
    <figure aria-labelledby={titleId} className={cn('flex min-w-0 flex-col gap-2', className)}>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <span id={titleId} className="font-semibold">
          {title}
        </span>
        {series.length > 1 && (
          <span aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
            {series.map(({ name }, index) => (
              <span key={name} className="flex items-center gap-1.5">
                <span className={cn('size-3 rounded-sm', fills[index]?.key)} />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div ref={box} className="h-50 min-w-0">
        {width > 0 && (
          <svg role="img" aria-label={ownTexts.chart(title)} width={width} height={height} className="block">
            {y.ticks(4).map((tick) => (
              <g key={tick}>
                <line
                  x1={margin.left}
                  x2={width - margin.right}
                  y1={y(tick)}
                  y2={y(tick)}
                  className="stroke-line"
                />
                <text
                  x={margin.left - 8}
                  y={y(tick)}
                  dy="0.32em"
                  textAnchor="end"
                  className="fill-muted text-xs tabular-nums"
                >
                  {compact.format(tick)}
                </text>
              </g>
            ))}
            {labels.map((label, at) => {
              const left = x(label) ?? 0;
              const middle = left + x.bandwidth() / 2;
              const isEmpty = series.every(({ values }) => !values[at]);
              return (
                <g key={label}>
                  {series.map(({ name, values }, index) => {
                    const top = y(values[at] ?? 0);
                    const start = middle + (index - series.length / 2) * slot + (slot - barWidth) / 2;
                    return (
                      <Bar
                        key={name}
                        x={start}
                        y={top}
                        width={Math.max(barWidth, 0)}
                        height={y(0) - top}
                        rx={2}
                        className={fills[index]?.bar ?? ''}
                      />
                    );
                  })}
                  {isEmpty && (
                    <text x={middle} y={y(0) - 6 * scale} textAnchor="middle" className="fill-muted text-xs">
                      0
                    </text>
                  )}
                  {at % named === 0 && (
                    <text x={middle} y={height - 6} textAnchor="middle" className="fill-muted text-xs">
                      {label.split(' ')[0]}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
      </div>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-brand-ink">
          {texts.showAsTable}
        </summary>
        <table className="mt-1 w-full text-right tabular-nums [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:first:text-left [&_tr]:border-line [&_tr]:border-b [&_tr]:last:border-b-0">
          <caption className="sr-only">{title}</caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="font-medium">
                {dimension}
              </th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={label}>
                <th scope="row" className="font-normal">
                  {label}
                </th>
                {series.map(({ name, values }) => (
                  <td key={name}>{values[at] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Returns a ref for an element, its width in pixels (0 until it is known), and how much larger than usual text is. */
function useSize(): [ref: React.RefObject<HTMLDivElement | null>, width: number, scale: number] {
  const ref = useRef<HTMLDivElement>(null);
  const [[width, scale], setSize] = useState<[number, number]>([0, 1]);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) =>
      setSize([
        Math.floor(entry?.contentRect.width ?? 0),
        Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1,
      ]),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width, scale];
}
