/** `#rrggbb`, or `#rrggbbaa` where what is below shines through. */
export type Colour = `#${string}`;

/** One colour, or two that blend from the top of the shape to its bottom. */
export type Paint = Colour | readonly [top: Colour, bottom: Colour];

export type Point = readonly [x: number, y: number];

/** A closed outline. Filled by the non-zero rule, as long as it does not cross itself. */
export type Outline = readonly Point[];

/** A picture in memory that flat shapes are painted on, with smooth edges. Coordinates are pixels from top left. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** RGBA, rows from the top; always opaque. */
  readonly pixels: Uint8ClampedArray;
  /** Scratch of `fill`, which leaves it at zero: one for all shapes, since there are thousands. */
  readonly #cover: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(width * height * 4).fill(255);
    this.#cover = new Float32Array((width + 2) * height);
  }

  /** Paints the whole picture. */
  background(paint: Paint): void {
    this.fill(rectangle(0, 0, this.width, this.height), paint);
  }

  /**
   * Paints the inside of an outline. Each edge leaves in every row that it crosses how much it covers; the sum of
   * a row from the left is then the exact share of each pixel that lies inside.
   */
  fill(outline: Outline, paint: Paint): void {
    const ys = outline.map(([, y]) => y);
    const xs = outline.map(([x]) => x);
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const top = clamp(Math.floor(low), 0, this.height);
    const bottom = clamp(Math.ceil(high), 0, this.height);
    const left = clamp(Math.floor(Math.min(...xs)), 0, this.width);
    const right = clamp(Math.ceil(Math.max(...xs)), 0, this.width);
    const [columns, rows] = [right - left, bottom - top];
    if (columns <= 0 || rows <= 0) return;

    const cover = this.#cover;
    const stride = columns + 2;
    for (const [index, from] of outline.entries()) {
      const to = outline[(index + 1) % outline.length] ?? from;
      addEdge(cover, columns, rows, [from[0] - left, from[1] - top], [to[0] - left, to[1] - top]);
    }

    const [first, last] = typeof paint === 'string' ? [paint, paint] : paint;
    const [start, end] = [channels(first), channels(last)];
    for (let row = 0; row < rows; row++) {
      const share = high > low ? clamp((top + row + 0.5 - low) / (high - low), 0, 1) : 0;
      const red = mix(start[0], end[0], share);
      const green = mix(start[1], end[1], share);
      const blue = mix(start[2], end[2], share);
      const alpha = mix(start[3], end[3], share) / 255;
      let sum = 0;
      let source = row * stride;
      let target = ((top + row) * this.width + left) * 4;
      for (let column = 0; column < columns; column++, source++, target += 4) {
        sum += cover[source] ?? 0;
        const weight = Math.min(Math.abs(sum), 1) * alpha;
        if (weight < 0.002) continue;
        this.#blend(target, red, weight);
        this.#blend(target + 1, green, weight);
        this.#blend(target + 2, blue, weight);
      }
    }
    cover.fill(0, 0, rows * stride);
  }

  #blend(index: number, value: number, weight: number): void {
    const below = this.pixels[index] ?? 0;
    this.pixels[index] = below + (value - below) * weight;
  }

  circle(x: number, y: number, radius: number, paint: Paint): void {
    this.fill(ellipse(x, y, radius, radius), paint);
  }

  rectangle(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): void {
    this.fill(rectangle(x, y, width, height, radius), paint);
  }

  /** A line with round ends through the points, in their order. */
  line(points: readonly Point[], thickness: number, paint: Paint): void {
    const radius = thickness / 2;
    for (const [index, [x, y]] of points.entries()) {
      if (thickness > 2) this.circle(x, y, radius, paint);
      const next = points[index + 1];
      if (!next) continue;
      const length = Math.hypot(next[0] - x, next[1] - y) || 1;
      const [nx, ny] = [(-(next[1] - y) / length) * radius, ((next[0] - x) / length) * radius];
      this.fill(
        [
          [x + nx, y + ny],
          [next[0] + nx, next[1] + ny],
          [next[0] - nx, next[1] - ny],
          [x - nx, y - ny],
        ],
        paint,
      );
    }
  }
}

/** Adds to each pixel of each crossed row how much of it, and of all that follow, an edge covers. */
function addEdge(cover: Float32Array, columns: number, rows: number, from: Point, to: Point): void {
  if (from[1] === to[1]) return;
  const direction = from[1] < to[1] ? 1 : -1;
  const [upper, lower] = direction === 1 ? [from, to] : [to, from];
  const slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
  const stride = columns + 2;
  const lastRow = Math.min(rows, Math.ceil(lower[1]));
  for (let row = Math.max(0, Math.floor(upper[1])); row < lastRow; row++) {
    const y0 = Math.max(row, upper[1]);
    const y1 = Math.min(row + 1, lower[1]);
    if (y1 <= y0) continue;
    const amount = (y1 - y0) * direction;
    const xa = clamp(upper[0] + (y0 - upper[1]) * slope, 0, columns);
    const xb = clamp(upper[0] + (y1 - upper[1]) * slope, 0, columns);
    const [x0, x1] = xa < xb ? [xa, xb] : [xb, xa];
    const start = row * stride;
    const span = x1 - x0;
    const firstColumn = Math.floor(x0);
    for (let column = firstColumn; column === firstColumn || column < x1; column++) {
      const entered = Math.max(x0, column);
      const left = Math.min(x1, column + 1);
      const part = amount * (span > 0 ? (left - entered) / span : 1);
      // Of this pixel, what lies to the right of the middle of the edge's part is inside.
      const outside = part * ((entered + left) / 2 - column);
      add(cover, start + column, part - outside);
      add(cover, start + column + 1, outside);
    }
  }
}

function add(cover: Float32Array, index: number, amount: number): void {
  cover[index] = (cover[index] ?? 0) + amount;
}

function rectangle(x: number, y: number, width: number, height: number, radius = 0): Outline {
  const [right, bottom] = [x + width, y + height];
  if (radius === 0)
    return [
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
    ];
  const corner = Math.min(radius, width / 2, height / 2);
  return [
    ...arc(right - corner, y + corner, corner, corner, -90, 0),
    ...arc(right - corner, bottom - corner, corner, corner, 0, 90),
    ...arc(x + corner, bottom - corner, corner, corner, 90, 180),
    ...arc(x + corner, y + corner, corner, corner, 180, 270),
  ];
}

export const ellipse = (x: number, y: number, rx: number, ry: number): Outline => arc(x, y, rx, ry, 0, 360);

/** Points along an ellipse, from one angle to another; degrees, clockwise, 0 is to the right. */
export function arc(x: number, y: number, rx: number, ry: number, from: number, to: number): Point[] {
  const steps = Math.max(4, Math.ceil((Math.abs(to - from) / 360) * (12 + Math.sqrt(Math.max(rx, ry)) * 5)));
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [x + Math.cos(angle) * rx, y + Math.sin(angle) * ry];
  });
}

/** A smooth line through the points (Catmull-Rom). Closed where asked for. */
export function smooth(points: readonly Point[], closed = false, steps = 14): Point[] {
  const at = (index: number): Point => {
    const length = points.length;
    const wrapped = closed ? (index + length) % length : clamp(index, 0, length - 1);
    return points[wrapped] ?? [0, 0];
  };
  const spans = closed ? points.length : points.length - 1;
  const curve: Point[] = [];
  for (let span = 0; span < spans; span++) {
    const [p0, p1, p2, p3] = [at(span - 1), at(span), at(span + 1), at(span + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      curve.push([spline(p0[0], p1[0], p2[0], p3[0], t), spline(p0[1], p1[1], p2[1], p3[1], t)]);
    }
  }
  if (!closed) curve.push(at(points.length - 1));
  return curve;
}

const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);

/** An outline turned around a point; degrees, clockwise. */
export function turn(outline: Outline, degrees: number, [cx, cy]: Point): Outline {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return outline.map(([x, y]) => [
    cx + (x - cx) * cos - (y - cy) * sin,
    cy + (x - cx) * sin + (y - cy) * cos,
  ]);
}

/** A colour between two; 0 is the first, 1 the second. */
export function blend(one: Colour, other: Colour, share: number): Colour {
  const [from, to] = [channels(one), channels(other)];
  return `#${from.map((value, index) => hex(mix(value, to[index] ?? 0, share))).join('')}`;
}

/** The colour with another opacity, from 0 to 1. */
export const fade = (colour: Colour, opacity: number): Colour => `${shorten(colour)}${hex(opacity * 255)}`;

const shorten = (colour: Colour): Colour => `#${colour.slice(1, 7)}`;
const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
const mix = (from: number, to: number, share: number) => from + (to - from) * share;

function channels(colour: Colour): [number, number, number, number] {
  const value = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [value(1), value(3), value(5), colour.length > 7 ? value(7) : 255];
}
