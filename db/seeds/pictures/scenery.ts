import type { Random } from '../random.ts';
import { arc, blend, type Canvas, type Colour, fade, type Point, smooth, turn } from './canvas.ts';
import type { Palette } from './palettes.ts';

/** What a scene is painted with. */
export interface Brush {
  canvas: Canvas;
  palette: Palette;
  random: Random;
}

/** The sky down to the horizon, with sun and clouds, or moon and stars. */
export function paintSky({ canvas, palette, random }: Brush, horizon: number, orb?: Point): void {
  canvas.rectangle(0, 0, canvas.width, horizon, palette.sky);
  const [x, y] = orb ?? [random.between(250, 950), random.between(120, horizon * 0.55)];
  if (palette.isNight) {
    for (let star = 0; star < 70; star++)
      canvas.circle(
        random.between(0, canvas.width),
        random.between(0, horizon * 0.9),
        random.between(0.8, 2.2),
        fade(palette.paper, random.between(0.3, 0.9)),
      );
  }
  const radius = palette.isNight ? 44 : random.between(58, 78);
  for (const [size, opacity] of [
    [2.6, 0.1],
    [1.9, 0.14],
    [1.4, 0.2],
  ] as const)
    canvas.circle(x, y, radius * size, fade(palette.orb, opacity));
  canvas.circle(x, y, radius, palette.orb);
  if (palette.isNight) canvas.circle(x + 18, y - 10, radius * 0.86, fade(palette.sky[0], 0.16));
  else
    for (let cloud = 0; cloud < 3; cloud++)
      paintCloud(
        { canvas, palette, random },
        random.between(60, 1140),
        random.between(60, horizon * 0.5),
        random.between(0.6, 1.1),
      );
}

function paintCloud({ canvas, palette, random }: Brush, x: number, y: number, size: number): void {
  const colour = fade(palette.paper, palette.isDark ? 0.14 : 0.5);
  const width = random.between(150, 220) * size;
  canvas.rectangle(x - width / 2, y, width, 26 * size, colour, 13 * size);
  canvas.rectangle(x - width * 0.28, y - 22 * size, width * 0.62, 22 * size, colour, 11 * size);
}

/** A ridge across the whole picture and everything below it. */
export function paintHill(
  { canvas, random }: Brush,
  y: number,
  height: number,
  colour: Colour | readonly [Colour, Colour],
  bumps = 4,
): Point[] {
  const points: Point[] = [];
  for (let bump = -1; bump <= bumps + 1; bump++)
    points.push([
      (canvas.width / bumps) * (bump + random.between(-0.2, 0.2)),
      y + random.between(-0.5, 0.5) * height,
    ]);
  const ridge = smooth(points);
  canvas.fill([...ridge, [canvas.width + 400, canvas.height], [-400, canvas.height]], colour);
  return ridge;
}

/** Where a ridge stands at a place. */
export function ridgeAt(ridge: readonly Point[], x: number): number {
  return ridge.find(([at]) => at >= x)?.[1] ?? ridge.at(-1)?.[1] ?? 0;
}

/** A leafy tree that stands on (x, y). */
export function paintTree(
  { canvas, palette, random }: Brush,
  x: number,
  y: number,
  size: number,
  colour: Colour,
): void {
  const trunk = blend(palette.wood, palette.ink, 0.35);
  canvas.fill(
    [
      [x - size * 0.06, y],
      [x - size * 0.035, y - size * 0.7],
      [x + size * 0.035, y - size * 0.7],
      [x + size * 0.06, y],
    ],
    trunk,
  );
  const rx = size * random.between(0.3, 0.38);
  const ry = size * random.between(0.4, 0.48);
  const cy = y - size * 0.8;
  const crown = smooth(
    Array.from({ length: 9 }, (_, index): Point => {
      const angle = (index / 9) * Math.PI * 2;
      const reach = random.between(0.92, 1.08);
      return [x + Math.cos(angle) * rx * reach, cy + Math.sin(angle) * ry * reach];
    }),
    true,
    8,
  );
  canvas.fill(crown, colour);
  // The side in shadow.
  canvas.fill(
    crown.map(([px, py]): Point => [px < x ? x - (x - px) * 0.15 : px, py]),
    fade(palette.ink, 0.1),
  );
}

/** A conifer that stands on (x, y). */
export function paintFir(
  { canvas, palette }: Brush,
  x: number,
  y: number,
  size: number,
  colour: Colour,
): void {
  canvas.rectangle(
    x - size * 0.03,
    y - size * 0.15,
    size * 0.06,
    size * 0.15,
    blend(palette.wood, palette.ink, 0.4),
  );
  for (const [top, bottom, half] of [
    [1.08, 0.62, 0.17],
    [0.84, 0.36, 0.23],
    [0.58, 0.1, 0.29],
  ] as const)
    canvas.fill(
      [
        [x, y - size * top],
        [x + size * half, y - size * bottom],
        [x - size * half, y - size * bottom],
      ],
      colour,
    );
}

/** A leaf from its stalk at (x, y). */
export function paintLeaf(
  canvas: Canvas,
  x: number,
  y: number,
  length: number,
  degrees: number,
  colour: Colour,
  width = 0.32,
): void {
  const side = length * width;
  const outline = smooth(
    [
      [x, y],
      [x - side, y - length * 0.45],
      [x, y - length],
      [x + side, y - length * 0.45],
    ],
    true,
    8,
  );
  canvas.fill(turn(outline, degrees, [x, y]), colour);
}

/** A house with a pitched roof, standing on a line. */
export function paintHouse(
  { canvas, palette, random }: Brush,
  x: number,
  base: number,
  width: number,
  height: number,
  body: Colour,
  roof: Colour,
): void {
  const rise = width * random.between(0.28, 0.42);
  const top = base - height;
  if (random.chance(0.55))
    canvas.rectangle(x + width * 0.68, top - rise * 0.85, width * 0.11, rise, blend(roof, palette.ink, 0.25));
  canvas.rectangle(x, top, width, height, body);
  canvas.fill(
    [
      [x - width * 0.06, top + 2],
      [x + width / 2, top - rise],
      [x + width * 1.06, top + 2],
    ],
    roof,
  );
  canvas.rectangle(x + width * 0.82, top, width * 0.18, height, fade(palette.ink, 0.07));

  const pane = (px: number, py: number, w: number, h: number) => {
    const lit = palette.isDark && random.chance(0.75);
    canvas.rectangle(px - 3, py - 3, w + 6, h + 6, blend(body, palette.paper, 0.75));
    canvas.rectangle(
      px,
      py,
      w,
      h,
      lit ? palette.glow : blend(palette.ink, palette.sky[1], palette.isDark ? 0.12 : 0.5),
    );
    canvas.rectangle(px + w / 2 - 1.5, py, 3, h, blend(body, palette.paper, 0.75));
    canvas.rectangle(px, py + h * 0.5 - 1.5, w, 3, blend(body, palette.paper, 0.75));
  };
  const [w, h] = [width * 0.2, width * 0.26];
  const storeys = height > width * 1.05 ? 2 : 1;
  for (let storey = 0; storey < storeys; storey++) {
    const py = top + height * 0.14 + storey * (height / storeys);
    pane(x + width * 0.15, py, w, h);
    if (storey < storeys - 1) pane(x + width * 0.6, py, w, h);
  }
  canvas.circle(
    x + width / 2,
    top - rise * 0.36,
    width * 0.055,
    blend(palette.ink, palette.sky[1], palette.isDark ? 0.1 : 0.45),
  );

  const doorWidth = width * 0.22;
  const doorHeight = width * 0.42;
  const door = random.pick(palette.accents);
  canvas.fill(
    [
      ...arc(
        x + width * 0.58 + doorWidth / 2,
        base - doorHeight + doorWidth / 2,
        doorWidth / 2,
        doorWidth / 2,
        180,
        360,
      ),
      [x + width * 0.58 + doorWidth, base],
      [x + width * 0.58, base],
    ],
    door === body ? palette.ink : door,
  );
  canvas.circle(x + width * 0.58 + doorWidth * 0.8, base - doorHeight * 0.42, 2.6, palette.paper);
}

/** A pot with leaves, standing on (x, y). */
export function paintPottedPlant(
  { canvas, palette, random }: Brush,
  x: number,
  y: number,
  size: number,
): void {
  const pot = random.pick([palette.accents[0], palette.accents[1], palette.paper]);
  const leaf = blend(palette.land[2], palette.accents[2], random.unit());
  for (const degrees of [-58, 56, -32, 34, -10, 12])
    paintLeaf(
      canvas,
      x,
      y - size * 0.45,
      size * random.between(0.7, 0.95),
      degrees + random.between(-6, 6),
      blend(leaf, palette.paper, random.between(0, 0.22)),
      0.2,
    );
  canvas.fill(
    [
      [x - size * 0.3, y - size * 0.5],
      [x + size * 0.3, y - size * 0.5],
      [x + size * 0.21, y],
      [x - size * 0.21, y],
    ],
    pot,
  );
  canvas.rectangle(
    x - size * 0.34,
    y - size * 0.54,
    size * 0.68,
    size * 0.12,
    blend(pot, palette.ink, 0.12),
    3,
  );
}

/** A few birds far away. */
export function paintBirds({ canvas, palette, random }: Brush, x: number, y: number, count: number): void {
  for (let bird = 0; bird < count; bird++) {
    const [bx, by] = [x + random.between(-90, 90), y + random.between(-40, 40)];
    const wing = random.between(9, 16);
    const colour = fade(palette.ink, 0.65);
    canvas.line(
      smooth([
        [bx - wing, by - wing * 0.45],
        [bx - wing * 0.4, by - wing * 0.5],
        [bx, by],
        [bx + wing * 0.4, by - wing * 0.5],
        [bx + wing, by - wing * 0.45],
      ]),
      1.9,
      colour,
    );
  }
}
