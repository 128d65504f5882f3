import { arc, blend, ellipse, fade, type Point, smooth, turn } from './canvas.ts';
import { hairs, skins } from './palettes.ts';
import {
  type Brush,
  paintBirds,
  paintFir,
  paintHill,
  paintHouse,
  paintLeaf,
  paintSky,
  paintTree,
  ridgeAt,
} from './scenery.ts';

/** Soft hills behind each other, with a few trees and a path. */
export function paintHills(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 520);
  paintBirds(brush, random.between(300, 900), 170, 4);
  paintHill(brush, 350, 120, blend(palette.land[0], palette.sky[1], 0.45), 3);
  const middle = paintHill(brush, 420, 110, palette.land[0], 4);
  scatterTrees(brush, middle, 6, 46, blend(palette.land[1], palette.land[0], 0.3));
  const near = paintHill(brush, 490, 90, palette.land[1], 3);
  scatterTrees(brush, near, 5, 84, palette.land[2]);
  paintHill(brush, 585, 60, palette.land[2], 2);
  const start = random.between(350, 800);
  const path = smooth([
    [start, 700],
    [start + 130, 640],
    [start - 20, 590],
    [start + 60, 552],
  ]);
  canvas.fill(
    [
      ...path.map(([x, y]): Point => [x - (y - 545) * 0.3, y]),
      ...path.toReversed().map(([x, y]): Point => [x + (y - 545) * 0.3, y]),
    ],
    fade(palette.paper, 0.55),
  );
}

function scatterTrees(
  brush: Brush,
  ridge: readonly Point[],
  count: number,
  size: number,
  colour: `#${string}`,
) {
  const { random } = brush;
  for (let tree = 0; tree < count; tree++) {
    const x = random.between(20, 1180);
    const paint = random.chance(0.4) ? paintFir : paintTree;
    paint(brush, x, ridgeAt(ridge, x) + size * 0.12, size * random.between(0.8, 1.3), colour);
  }
}

/** Garden beds that run towards a shed, each with its own plants. */
export function paintGarden(brush: Brush): void {
  const { canvas, palette, random } = brush;
  const horizon = 318;
  paintSky(brush, horizon + 60);
  const ridge = paintHill(brush, 292, 60, palette.land[0], 4);
  scatterTrees(brush, ridge, 9, 62, palette.land[1]);
  canvas.rectangle(0, horizon, canvas.width, canvas.height - horizon, [palette.land[1], palette.land[2]]);

  const isLeft = random.chance(0.5);
  const shedX = isLeft ? random.between(110, 220) : random.between(840, 940);
  paintHouse(
    brush,
    shedX,
    horizon + 34,
    150,
    104,
    blend(palette.wood, palette.paper, 0.25),
    palette.accents[0],
  );
  // A fence behind the beds.
  const rail = blend(palette.paper, palette.land[1], 0.25);
  for (let post = 0; post < 60; post++) {
    const x = post * 21;
    if (x > shedX - 14 && x < shedX + 164) continue;
    canvas.rectangle(x, horizon - 12, 8, 44, rail, 3);
  }

  const vanishing = isLeft ? 720 : 480;
  const beds = 6;
  const depth = (y: number) => (y - horizon - 20) / (canvas.height - horizon - 20);
  const across = (bed: number, y: number) => vanishing + (bed - beds / 2) * (34 + depth(y) * 285);
  const soil = blend(palette.wood, palette.ink, 0.55);
  for (let bed = 0; bed < beds; bed++) {
    const [top, bottom] = [horizon + 40, canvas.height];
    canvas.fill(
      [
        [across(bed + 0.12, top), top],
        [across(bed + 0.86, top), top],
        [across(bed + 0.86, bottom), bottom],
        [across(bed + 0.12, bottom), bottom],
      ],
      [blend(soil, palette.land[1], 0.35), soil],
    );
    const kind = random.whole(0, 3);
    const leaf = blend(palette.land[1], random.pick([palette.accents[2], palette.orb, palette.paper]), 0.4);
    const fruit = random.pick([palette.accents[0], palette.accents[1], palette.accents[3]]);
    for (let y = top + 12; y < bottom + 60; y += 10 + depth(y) * 66) {
      const size = 13 + depth(y) * 84;
      for (const lane of depth(y) > 0.05 ? [0.32, 0.68] : [0.5])
        paintCrop(brush, across(bed + lane, y), y, size, kind, leaf, fruit);
    }
  }
}

function paintCrop(
  { canvas, palette, random }: Brush,
  x: number,
  y: number,
  size: number,
  kind: number,
  leaf: `#${string}`,
  fruit: `#${string}`,
) {
  if (kind === 0) {
    // A head of lettuce.
    for (const [degrees, share] of [
      [-70, 0.9],
      [70, 0.9],
      [-38, 1],
      [38, 1],
      [0, 0.95],
    ] as const)
      paintLeaf(
        canvas,
        x,
        y,
        size * 0.62 * share,
        degrees,
        blend(leaf, palette.paper, share > 0.95 ? 0.12 : 0.3),
        0.42,
      );
    return;
  }
  const tall = kind === 1 ? 1.15 : 0.8;
  for (const degrees of [-46, 44, -20, 18, 0])
    paintLeaf(
      canvas,
      x,
      y,
      size * tall * random.between(0.72, 0.95),
      degrees,
      blend(leaf, palette.ink, random.between(0, 0.14)),
      0.19,
    );
  if (kind === 1 || kind === 2)
    for (const [dx, dy] of [
      [-0.2, 0.4],
      [0.18, 0.55],
      [0.02, 0.24],
    ] as const)
      canvas.circle(x + dx * size, y - dy * size, size * 0.085, fruit);
}

/** Round fruit trees in rows on a slope, with a ladder and a basket. */
export function paintOrchard(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 460);
  paintHill(brush, 330, 90, blend(palette.land[0], palette.sky[1], 0.4), 3);
  canvas.fill(
    [
      [0, 410],
      [1200, 360],
      [1200, 675],
      [0, 675],
    ],
    [palette.land[0], palette.land[1]],
  );
  const leaf = blend(palette.land[2], palette.accents[1], palette.isDark ? 0.08 : 0.18);
  const fruit = random.pick([palette.accents[0], palette.accents[1]]);
  for (const [row, size] of [
    [420, 120],
    [495, 190],
    [625, 300],
  ] as const) {
    const gap = size * 1.02;
    for (let x = random.between(-0.5, 0.3) * gap; x < canvas.width + gap; x += gap) {
      const [tx, ty] = [x + random.between(-0.1, 0.1) * gap, row - x * 0.035 + 20];
      canvas.fill(ellipse(tx + size * 0.12, ty, size * 0.36, size * 0.07), fade(palette.ink, 0.16));
      paintTree(brush, tx, ty, size, blend(leaf, palette.land[0], random.between(0, 0.35)));
      for (let index = 0; index < 11; index++) {
        const angle = random.between(0, Math.PI * 2);
        const reach = Math.sqrt(random.unit()) * 0.27 * size;
        canvas.circle(
          tx + Math.cos(angle) * reach,
          ty - size * 0.8 + Math.sin(angle) * reach * 1.25,
          size * 0.028,
          fruit,
        );
      }
    }
  }
  const x = random.between(300, 860);
  const rail = blend(palette.wood, palette.paper, 0.2);
  for (const side of [-26, 26])
    canvas.line(
      [
        [x + side, 652],
        [x + side * 0.5 + 50, 390],
      ],
      9,
      rail,
    );
  for (let rung = 1; rung < 7; rung++) {
    const [share, middle] = [rung / 7, x + (50 * rung) / 7];
    const half = 26 - 13 * share;
    canvas.line(
      [
        [middle - half, 652 - 262 * share],
        [middle + half, 652 - 262 * share],
      ],
      6,
      rail,
    );
  }
  const basket = x + (x > 600 ? -150 : 150);
  for (const [dx, dy] of [
    [-26, -52],
    [0, -58],
    [26, -52],
    [-13, -66],
    [14, -67],
  ] as const)
    canvas.circle(basket + dx, 650 + dy, 17, blend(fruit, palette.paper, dy < -60 ? 0.2 : 0.05));
  canvas.fill(
    [
      [basket - 54, 598],
      [basket + 54, 598],
      [basket + 42, 656],
      [basket - 42, 656],
    ],
    blend(palette.wood, palette.accents[1], 0.3),
  );
  canvas.rectangle(basket - 58, 592, 116, 13, palette.wood, 6);
}

/** A row of houses along a street. */
export function paintStreet(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 560);
  paintHill(brush, 400, 70, blend(palette.land[0], palette.sky[1], 0.3), 4);
  paintRow(brush, 560);
  canvas.rectangle(0, 560, canvas.width, 34, blend(palette.paper, palette.ink, palette.isDark ? 0.45 : 0.14));
  canvas.rectangle(
    0,
    590,
    canvas.width,
    85,
    blend(palette.ink, palette.sky[1], palette.isDark ? 0.14 : 0.34),
  );
  for (let x = random.between(-60, 0); x < canvas.width; x += 150)
    canvas.rectangle(x, 629, 76, 7, fade(palette.paper, 0.6), 3);
  for (const x of [random.between(30, 160), random.between(540, 660), random.between(1020, 1160)])
    paintTree(brush, x, 580, random.between(150, 190), palette.land[2]);
}

/** Houses of different widths, side by side. */
function paintRow(brush: Brush, base: number): void {
  const { palette, random } = brush;
  const [a, b, c, d, e] = palette.accents;
  const bodies = [a, b, c, blend(d, palette.paper, 0.25), blend(e, palette.paper, 0.2), palette.paper].map(
    (colour) => (palette.isDark ? blend(colour, palette.ink, 0.32) : blend(colour, palette.paper, 0.22)),
  );
  let last = '';
  for (let x = random.between(-90, -20); x < 1200; ) {
    const width = random.between(150, 205);
    const body = random.pick(bodies.filter((colour) => colour !== last));
    last = body;
    paintHouse(brush, x, base, width - 12, random.between(165, 285), body, blend(body, palette.ink, 0.45));
    x += width;
  }
}

/** A crosswalk before a row of houses, with a bus. */
export function paintCrossing(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 470);
  paintRow(brush, 452);
  canvas.rectangle(0, 450, canvas.width, 26, blend(palette.paper, palette.ink, palette.isDark ? 0.45 : 0.16));
  canvas.rectangle(0, 474, canvas.width, 201, [
    blend(palette.ink, palette.sky[1], 0.36),
    blend(palette.ink, palette.sky[1], 0.22),
  ]);
  const middle = random.between(480, 640);
  const stripe = blend(palette.paper, palette.ink, palette.isDark ? 0.2 : 0.04);
  for (let bar = -4; bar <= 4; bar++) {
    const [near, far] = [middle + bar * 118, middle + bar * 66];
    canvas.fill(
      [
        [far - 17, 486],
        [far + 17, 486],
        [near + 33, 660],
        [near - 33, 660],
      ],
      stripe,
    );
  }
  paintBus(brush, random.chance(0.5) ? random.between(-120, 20) : random.between(860, 960));
  const light = middle + random.pick([-330, 330]);
  canvas.rectangle(light - 5, 250, 10, 226, palette.ink);
  canvas.rectangle(light - 24, 190, 48, 118, palette.ink, 12);
  for (const [y, colour] of [
    [214, fade(palette.accents[0], 0.45)],
    [249, fade(palette.accents[1], 0.45)],
    [284, blend(palette.accents[2], palette.glow, 0.4)],
  ] as const)
    canvas.circle(light, y, 13, colour);
}

function paintBus({ canvas, palette }: Brush, x: number): void {
  const body = palette.accents[0];
  canvas.fill(ellipse(x + 170, 566, 185, 12), fade(palette.ink, 0.25));
  canvas.rectangle(x, 356, 340, 196, body, 26);
  canvas.rectangle(x, 488, 340, 20, blend(body, palette.paper, 0.75));
  for (let pane = 0; pane < 4; pane++)
    canvas.rectangle(
      x + 24 + pane * 76,
      384,
      64,
      70,
      palette.isDark ? palette.glow : blend(palette.sky[0], palette.paper, 0.4),
      10,
    );
  for (const wheel of [x + 76, x + 264]) {
    canvas.circle(wheel, 550, 33, palette.ink);
    canvas.circle(wheel, 550, 14, blend(palette.paper, palette.ink, 0.25));
  }
}

/** A river that bends towards the reader, with trees on its banks. */
export function paintRiver(brush: Brush): void {
  paintRiverWith(brush, () => {});
}

/** The same with a bridge of stone. */
export function paintBridge(brush: Brush): void {
  paintRiverWith(brush, () => paintArches(brush, 404));
}

function paintRiverWith(brush: Brush, paintAcross: () => void): void {
  const { canvas, palette, random } = brush;
  const horizon = 300;
  const orbX = random.between(380, 820);
  paintSky(brush, horizon + 80, [orbX, random.between(130, 215)]);
  paintHill(brush, 255, 100, blend(palette.land[0], palette.sky[1], 0.5), 3);
  const far = paintHill(brush, horizon, 50, palette.land[0], 4);
  scatterTrees(brush, far, 8, 46, palette.land[1]);
  canvas.rectangle(0, horizon + 32, canvas.width, canvas.height, [palette.land[1], palette.land[2]]);
  const sway = random.pick([-1, 1]);
  const middle: Point[] = smooth([
    [600 + sway * 40, horizon + 24],
    [600 + sway * 150, horizon + 70],
    [600 - sway * 90, horizon + 150],
    [600 + sway * 60, horizon + 270],
    [600 + sway * 20, 760],
  ]);
  const half = (y: number) => 12 + ((y - horizon) / 375) ** 1.5 * 350;
  canvas.fill(
    [
      ...middle.map(([x, y]): Point => [x - half(y), y]),
      ...middle.toReversed().map(([x, y]): Point => [x + half(y), y]),
    ],
    palette.water,
  );
  for (let ripple = 0; ripple < 26; ripple++) {
    const [x, y] = random.pick(middle.filter(([, at]) => at > horizon + 50 && at < 660));
    const length = half(y) * random.between(0.15, 0.4);
    canvas.rectangle(
      x + random.between(-0.55, 0.25) * half(y),
      y,
      length,
      2 + (y - horizon) / 110,
      fade(palette.paper, 0.28),
      3,
    );
  }
  paintAcross();
  for (const [x, y, size] of [
    [random.between(30, 120), 560, 230],
    [random.between(150, 260), 470, 150],
    [random.between(950, 1050), 480, 150],
    [random.between(1080, 1170), 590, 260],
    [random.between(300, 360), 420, 90],
    [random.between(850, 930), 415, 86],
  ] as const)
    (random.chance(0.3) ? paintFir : paintTree)(
      brush,
      x,
      y,
      size,
      blend(palette.land[2], palette.land[1], random.between(0, 0.5)),
    );
  for (let reed = 0; reed < 26; reed++) {
    const x = random.chance(0.5) ? random.between(0, 170) : random.between(1030, 1200);
    paintLeaf(
      canvas,
      x,
      690,
      random.between(60, 130),
      random.between(-14, 14),
      blend(palette.land[2], palette.ink, random.between(0.1, 0.4)),
      0.05,
    );
  }
}

function paintArches({ canvas, palette }: Brush, y: number): void {
  const stone = blend(palette.paper, palette.ink, palette.isDark ? 0.55 : 0.3);
  const arches = [260, 470, 680, 890];
  canvas.fill(
    [
      [0, y - 16],
      ...smooth([
        [0, y - 16],
        [600, y - 44],
        [1200, y - 16],
      ]),
      [1200, y + 22],
      ...arches.toReversed().flatMap((x): Point[] => arc(x + 50, y + 58, 84, 66, 0, -180)),
      [0, y + 22],
    ],
    stone,
  );
  canvas.line(
    smooth([
      [-10, y - 18],
      [600, y - 46],
      [1210, y - 18],
    ]),
    9,
    blend(stone, palette.ink, 0.25),
  );
}

/** The sea with islands and sails; a lighthouse in the dark. */
export function paintShore(brush: Brush): void {
  const { canvas, palette, random } = brush;
  const horizon = 330;
  const orb: Point = [random.between(350, 850), random.between(150, 240)];
  paintSky(brush, horizon, orb);
  const islands = random.between(100, 700);
  for (const [dx, width, height, share] of [
    [0, 520, 86, 0.5],
    [260, 420, 56, 0.25],
  ] as const)
    canvas.fill(
      smooth([
        [islands + dx, horizon + 6],
        [islands + dx + width * 0.3, horizon - height],
        [islands + dx + width * 0.55, horizon - height * 0.7],
        [islands + dx + width, horizon + 6],
      ]),
      blend(palette.land[0], palette.sky[1], share),
    );
  canvas.rectangle(0, horizon, canvas.width, canvas.height, palette.water);
  for (let glint = 0; glint < 44; glint++) {
    const y = horizon + 8 + random.unit() ** 1.4 * 220;
    const width = (20 + (y - horizon) * 0.5) * random.between(0.6, 1.6);
    const near = random.chance(0.6);
    const x = near ? orb[0] + random.between(-1, 1) * (30 + (y - horizon) * 0.5) : random.between(0, 1200);
    canvas.rectangle(
      x - width / 2,
      y,
      width,
      3 + (y - horizon) / 90,
      fade(near ? palette.orb : palette.paper, near ? 0.55 : 0.2),
      4,
    );
  }
  if (palette.isDark) paintLighthouse(brush, random.pick([150, 1040]), horizon + 14);
  for (let boat = 0; boat < 3; boat++) {
    const y = horizon + 24 + boat * 52 + random.between(0, 20);
    paintSail(brush, random.between(180, 1020), y, 60 + boat * 44);
  }
  for (const [y, colour] of [
    [575, fade(palette.paper, 0.5)],
    [592, blend(palette.accents[1], palette.paper, palette.isDark ? 0.2 : 0.6)],
  ] as const)
    canvas.fill(
      [
        ...smooth([
          [-20, y + 30],
          [260, y - 4],
          [620, y + 26],
          [960, y - 10],
          [1220, y + 18],
        ]),
        [1220, 700],
        [-20, 700],
      ],
      palette.isDark ? blend(colour, palette.ink, 0.55) : colour,
    );
  for (let tuft = 0; tuft < 34; tuft++) {
    const x = random.chance(0.5) ? random.between(-10, 300) : random.between(920, 1210);
    paintLeaf(
      canvas,
      x,
      690,
      random.between(40, 110),
      random.between(-26, 26),
      blend(palette.land[2], palette.accents[1], random.between(0, 0.3)),
      0.05,
    );
  }
  paintBirds(brush, random.between(250, 950), 120, 5);
}

function paintSail({ canvas, palette, random }: Brush, x: number, y: number, size: number): void {
  const sail = random.pick([palette.paper, palette.accents[0], palette.accents[1]]);
  canvas.fill(
    [
      [x, y - size * 1.25],
      ...smooth([
        [x, y - size * 1.25],
        [x + size * 0.36, y - size * 0.7],
        [x + size * 0.52, y - size * 0.16],
      ]),
      [x, y - size * 0.16],
    ],
    sail,
  );
  canvas.fill(
    [
      [x - size * 0.06, y - size * 1.1],
      [x - size * 0.06, y - size * 0.16],
      [x - size * 0.4, y - size * 0.16],
    ],
    blend(sail, palette.ink, 0.14),
  );
  canvas.fill(
    [
      [x - size * 0.55, y - size * 0.1],
      [x + size * 0.6, y - size * 0.1],
      [x + size * 0.4, y + size * 0.08],
      [x - size * 0.4, y + size * 0.08],
    ],
    blend(palette.wood, palette.ink, 0.3),
  );
}

function paintLighthouse({ canvas, palette }: Brush, x: number, base: number): void {
  const beam = fade(palette.glow, 0.2);
  const lean = x < 600 ? 1 : -1;
  canvas.fill(
    [
      [x, base - 216],
      [x + lean * 1400, base - 390],
      [x + lean * 1400, base - 140],
    ],
    beam,
  );
  canvas.fill(
    smooth([
      [x - 150, base + 10],
      [x - 60, base - 44],
      [x + 70, base - 40],
      [x + 160, base + 10],
    ]),
    palette.land[2],
  );
  canvas.fill(
    [
      [x - 26, base - 30],
      [x - 17, base - 196],
      [x + 17, base - 196],
      [x + 26, base - 30],
    ],
    palette.paper,
  );
  for (const [y, half] of [
    [-160, 19.5],
    [-100, 22.5],
  ] as const)
    canvas.rectangle(x - half, base + y, half * 2, 30, palette.accents[0]);
  canvas.rectangle(x - 14, base - 226, 28, 30, palette.glow);
  canvas.fill(
    [
      [x - 20, base - 226],
      [x, base - 250],
      [x + 20, base - 226],
    ],
    palette.accents[0],
  );
}

/** A long rowing boat on still water. */
export function paintRowing(brush: Brush): void {
  const { canvas, palette, random } = brush;
  const horizon = 290;
  paintSky(brush, horizon, [random.between(300, 900), horizon - random.between(40, 130)]);
  const bank = paintHill(brush, horizon - 40, 46, blend(palette.land[0], palette.sky[1], 0.2), 4);
  scatterTrees(brush, bank, 18, 62, palette.land[1]);
  canvas.rectangle(0, horizon, canvas.width, canvas.height, palette.water);
  canvas.fill(
    [[0, horizon], ...bank.map(([x, y]): Point => [x, horizon + (horizon - y) * 0.7]), [1200, horizon]],
    fade(palette.land[1], 0.35),
  );
  canvas.rectangle(0, horizon - 3, canvas.width, 6, palette.land[2]);
  for (let ripple = 0; ripple < 34; ripple++) {
    const y = horizon + 30 + random.unit() * 340;
    canvas.rectangle(
      random.between(-100, 1150),
      y,
      random.between(40, 190),
      3 + (y - horizon) / 120,
      fade(palette.paper, 0.24),
      4,
    );
  }

  const [left, right, y] = [150, 1050, 500];
  const rowers = 4;
  const shirt = random.pick([palette.accents[0], palette.accents[1], palette.accents[3]]);
  const water = fade(palette.ink, 0.18);
  canvas.fill(ellipse(600, y + 46, 440, 13), water);
  const oar = blend(palette.wood, palette.paper, 0.35);
  for (let rower = 0; rower < rowers; rower++) {
    const x = left + 170 + rower * 176;
    const skin = random.pick(skins);
    const hair = blend(palette.ink, palette.wood, random.unit());
    // Blade in the water, oar through the hands.
    canvas.line(
      [
        [x + 20, y - 42],
        [x - 84, y + 62],
      ],
      7,
      oar,
    );
    canvas.fill(turn(ellipse(x - 100, y + 78, 34, 12), -45, [x - 100, y + 78]), palette.accents[4]);
    canvas.fill(
      smooth(
        [
          [x - 16, y + 6],
          [x + 6, y - 74],
          [x + 40, y - 86],
          [x + 56, y - 66],
          [x + 44, y + 6],
        ],
        true,
      ),
      shirt,
    );
    canvas.line(
      [
        [x + 34, y - 66],
        [x + 18, y - 40],
        [x - 12, y - 38],
      ],
      15,
      skin,
    );
    canvas.circle(x + 36, y - 116, 25, skin);
    canvas.fill(arc(x + 36, y - 119, 27, 25, 170, 370), hair);
  }
  canvas.fill(
    smooth(
      [
        [left - 40, y - 6],
        [left + 160, y - 2],
        [600, y + 2],
        [right - 160, y - 2],
        [right + 40, y - 6],
        [right - 120, y + 30],
        [600, y + 42],
        [left + 120, y + 30],
      ],
      true,
    ),
    blend(palette.wood, palette.accents[0], 0.2),
  );
  canvas.line(
    smooth([
      [left - 10, y + 1],
      [600, y + 12],
      [right + 10, y + 1],
    ]),
    6,
    palette.paper,
  );
}

/** People from behind, with signs. */
export function paintCrowd(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 640);
  paintHill(brush, 400, 70, blend(palette.land[0], palette.sky[1], 0.35), 3);
  paintHill(brush, 470, 60, palette.land[1], 3);
  for (const [row, size, count] of [
    [500, 40, 9],
    [605, 54, 7],
  ] as const) {
    const gap = canvas.width / count;
    for (let index = 0; index <= count; index++) {
      const x = index * gap + random.between(-0.16, 0.16) * gap;
      const y = row + random.between(-26, 26);
      if (random.chance(row < 550 ? 0.62 : 0.42))
        paintSign(brush, x + size * 0.9, y - size * 1.2, size * random.between(2.3, 2.9));
      paintPersonFromBehind(brush, x, y, size);
    }
  }
}

function paintPersonFromBehind({ canvas, palette, random }: Brush, x: number, y: number, size: number): void {
  const [skin, hair] = [random.pick(skins), random.pick(hairs)];
  const shirt = random.pick([...palette.accents, palette.paper]);
  canvas.fill(
    smooth([
      [x - size * 1.35, 720],
      [x - size * 1.3, y + size * 2.1],
      [x - size * 0.9, y + size * 1.25],
      [x - size * 0.3, y + size * 1.02],
      [x + size * 0.3, y + size * 1.02],
      [x + size * 0.9, y + size * 1.25],
      [x + size * 1.3, y + size * 2.1],
      [x + size * 1.35, 720],
    ]),
    shirt,
  );
  canvas.rectangle(
    x - size * 0.26,
    y + size * 0.5,
    size * 0.52,
    size * 0.75,
    blend(skin, palette.ink, 0.12),
    size * 0.24,
  );
  canvas.fill(ellipse(x, y, size * 0.74, size * 0.86), skin);
  const kind = random.whole(0, 5);
  if (kind === 0) {
    // A headscarf.
    canvas.fill(
      smooth(
        [
          [x, y - size * 0.98],
          [x + size * 0.86, y - size * 0.2],
          [x + size * 0.78, y + size * 1.2],
          [x, y + size * 1.5],
          [x - size * 0.78, y + size * 1.2],
          [x - size * 0.86, y - size * 0.2],
        ],
        true,
      ),
      random.pick(palette.accents.filter((colour) => colour !== shirt)),
    );
    return;
  }
  if (kind === 1) canvas.circle(x, y - size * 1.02, size * 0.36, hair);
  if (kind === 2) canvas.fill(ellipse(x, y - size * 0.2, size * 1.12, size * 1.02), hair);
  else canvas.fill(ellipse(x, y - size * 0.14, size * 0.8, size * 0.8), hair);
  if (kind === 3) canvas.rectangle(x - size * 0.8, y - size * 0.2, size * 1.6, size * 1.5, hair, size * 0.5);
  if (kind === 4) {
    canvas.fill(arc(x, y - size * 0.16, size * 0.86, size * 0.86, 180, 360), random.pick(palette.accents));
    canvas.rectangle(x - size * 0.9, y - size * 0.28, size * 1.8, size * 0.26, palette.paper, size * 0.12);
  }
}

function paintSign({ canvas, palette, random }: Brush, x: number, y: number, size: number): void {
  const tilt = random.between(-8, 8);
  const [cx, cy] = [x, y - size * 0.75];
  const place = (outline: readonly Point[]) => turn(outline, tilt, [x, y]);
  canvas.fill(
    place([
      [cx - 5, cy],
      [cx + 5, cy],
      [cx + 5, y + size],
      [cx - 5, y + size],
    ]),
    palette.wood,
  );
  const board = random.pick([
    palette.paper,
    palette.paper,
    palette.accents[1],
    blend(palette.accents[4], palette.paper, 0.3),
  ]);
  const half = size * 0.58;
  canvas.fill(
    place([
      [cx - half, cy - half * 0.74],
      [cx + half, cy - half * 0.74],
      [cx + half, cy + half * 0.74],
      [cx - half, cy + half * 0.74],
    ]),
    board,
  );
  const mark =
    board === palette.paper
      ? random.pick([palette.accents[0], palette.accents[2], palette.accents[4]])
      : palette.paper;
  const unit = half * 0.42;
  switch (random.whole(0, 4)) {
    case 0:
      for (const dx of [-0.48, 0.48])
        canvas.fill(place(ellipse(cx + dx * unit, cy - unit * 0.28, unit * 0.55, unit * 0.55)), mark);
      canvas.fill(
        place([
          [cx - unit * 0.98, cy - unit * 0.08],
          [cx + unit * 0.98, cy - unit * 0.08],
          [cx, cy + unit * 1.05],
        ]),
        mark,
      );
      break;
    case 1:
      canvas.fill(place(ellipse(cx, cy, unit * 0.62, unit * 0.62)), mark);
      for (let ray = 0; ray < 8; ray++)
        canvas.fill(
          place(
            turn(
              [
                [cx - 3, cy - unit * 1.15],
                [cx + 3, cy - unit * 1.15],
                [cx + 3, cy - unit * 0.78],
                [cx - 3, cy - unit * 0.78],
              ],
              ray * 45,
              [cx, cy],
            ),
          ),
          mark,
        );
      break;
    case 2:
      canvas.fill(
        place(
          smooth(
            [
              [cx, cy - unit * 1.1],
              [cx + unit * 0.7, cy + unit * 0.2],
              [cx, cy + unit * 0.95],
              [cx - unit * 0.7, cy + unit * 0.2],
            ],
            true,
          ),
        ),
        mark,
      );
      break;
    case 3:
      canvas.fill(
        place([
          [cx - unit, cy],
          [cx, cy - unit],
          [cx + unit, cy],
          [cx + unit * 0.68, cy],
          [cx + unit * 0.68, cy + unit * 0.85],
          [cx - unit * 0.68, cy + unit * 0.85],
          [cx - unit * 0.68, cy],
        ]),
        mark,
      );
      break;
    default:
      for (const dy of [-0.6, 0, 0.6])
        canvas.fill(
          place([
            [cx - unit * 1.1, cy + dy * unit - 5],
            [cx + unit * (dy === 0.6 ? 0.3 : 1.1), cy + dy * unit - 5],
            [cx + unit * (dy === 0.6 ? 0.3 : 1.1), cy + dy * unit + 5],
            [cx - unit * 1.1, cy + dy * unit + 5],
          ]),
          mark,
        );
  }
}

/** Strings of lights and bunting over a square. */
export function paintLanterns(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 600, [random.between(800, 1050), 150]);
  for (let x = random.between(-80, 0); x < 1200; ) {
    const width = random.between(120, 220);
    const height = random.between(130, 250);
    const wall = blend(palette.land[1], palette.land[2], random.unit());
    canvas.rectangle(x, 560 - height, width - 6, height, wall);
    if (random.chance(0.5))
      canvas.fill(
        [
          [x - 8, 560 - height],
          [x + width / 2, 500 - height],
          [x + width + 2, 560 - height],
        ],
        blend(wall, palette.ink, 0.25),
      );
    for (let wx = x + 18; wx < x + width - 40; wx += 40)
      for (let wy = 584 - height; wy < 520; wy += 52)
        canvas.rectangle(
          wx,
          wy,
          20,
          28,
          random.chance(palette.isDark ? 0.6 : 0.3) ? palette.glow : blend(wall, palette.ink, 0.2),
          3,
        );
    x += width;
  }
  canvas.rectangle(0, 556, canvas.width, 119, [blend(palette.land[2], palette.ink, 0.2), palette.ink]);
  for (const [y, sag, isBunting] of [
    [70, 120, false],
    [150, 150, true],
    [250, 110, false],
  ] as const) {
    const lean = random.between(-50, 50);
    const at = (share: number): Point => [
      share * 1240 - 20,
      y + lean * (share - 0.5) + sag * (1 - (2 * share - 1) ** 2),
    ];
    canvas.line(
      Array.from({ length: 41 }, (_, step) => at(step / 40)),
      2.4,
      fade(palette.ink, 0.85),
    );
    const count = isBunting ? 22 : 12;
    for (let index = 0; index < count; index++) {
      const [x, top] = at((index + 0.5) / count);
      const colour = palette.accents[index % 5] ?? palette.paper;
      if (isBunting) {
        canvas.fill(
          [
            [x - 19, top],
            [x + 19, top],
            [x, top + 38],
          ],
          colour,
        );
        continue;
      }
      for (const [radius, opacity] of [
        [52, 0.1],
        [36, 0.16],
      ] as const)
        canvas.circle(x, top + 24, radius, fade(palette.glow, opacity));
      canvas.fill(ellipse(x, top + 24, 17, 21), palette.glow);
      canvas.rectangle(x - 8, top - 2, 16, 8, palette.ink, 2);
    }
  }
  for (let index = 0; index < 15; index++) {
    const x = 30 + index * 82 + random.between(-22, 22);
    const y = 606 + random.between(-16, 22);
    paintPersonFromBehind(brush, x, y, 27);
  }
}

/** A dog and a cat who look at the view, from behind. */
export function paintPets(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintSky(brush, 560, [600 + random.between(-60, 60), 270]);
  paintHill(brush, 400, 80, blend(palette.land[0], palette.sky[1], 0.35), 3);
  paintHill(brush, 455, 70, palette.land[0], 4);
  canvas.fill(
    [
      ...smooth([
        [-40, 610],
        [300, 545],
        [650, 530],
        [1000, 560],
        [1240, 600],
      ]),
      [1240, 700],
      [-40, 700],
    ],
    [palette.land[1], palette.land[2]],
  );
  const furs = palette.isDark
    ? ([palette.ink, blend(palette.ink, palette.wood, 0.5)] as const)
    : (['#b9814f', '#4b4038', '#e3c9a4', '#8a8580', '#d98f4e'] as const);
  const dog = random.pick(furs);
  const cat = random.pick(furs.filter((fur) => fur !== dog));
  const swap = random.chance(0.5) ? 1 : -1;
  paintDog(brush, 600 - swap * 120, 590, dog);
  paintCat(brush, 600 + swap * 120, 592, cat, swap);
  for (let blade = 0; blade < 60; blade++)
    paintLeaf(
      canvas,
      random.between(0, 1200),
      690,
      random.between(50, 120),
      random.between(-18, 18),
      blend(palette.land[2], palette.land[1], random.unit()),
      0.06,
    );
  for (let flower = 0; flower < 14; flower++)
    canvas.circle(random.between(0, 1200), random.between(596, 650), 8, random.pick(palette.accents));
}

function paintDog({ canvas, palette }: Brush, x: number, base: number, fur: `#${string}`): void {
  const shade = blend(fur, palette.ink, 0.22);
  canvas.line(
    smooth([
      [x - 70, base - 22],
      [x - 128, base - 40],
      [x - 146, base - 92],
    ]),
    24,
    fur,
  );
  canvas.fill(
    smooth(
      [
        [x - 52, base - 214],
        [x - 84, base - 110],
        [x - 104, base - 26],
        [x - 70, base + 8],
        [x + 70, base + 8],
        [x + 104, base - 26],
        [x + 84, base - 110],
        [x + 52, base - 214],
      ],
      true,
    ),
    fur,
  );
  canvas.rectangle(x - 60, base - 214, 120, 26, palette.accents[0], 12);
  canvas.fill(ellipse(x, base - 262, 72, 68), fur);
  for (const side of [-1, 1])
    canvas.fill(
      smooth(
        [
          [x + side * 46, base - 318],
          [x + side * 88, base - 300],
          [x + side * 104, base - 232],
          [x + side * 78, base - 214],
          [x + side * 62, base - 262],
        ],
        true,
      ),
      shade,
    );
}

function paintCat(
  { canvas, palette }: Brush,
  x: number,
  base: number,
  fur: `#${string}`,
  side: number,
): void {
  const shade = blend(fur, palette.ink, 0.25);
  canvas.line(
    smooth([
      [x + side * 40, base - 10],
      [x + side * 120, base - 14],
      [x + side * 150, base - 66],
      [x + side * 122, base - 112],
    ]),
    20,
    fur,
  );
  canvas.fill(
    smooth(
      [
        [x - 34, base - 148],
        [x - 62, base - 74],
        [x - 70, base - 10],
        [x - 40, base + 8],
        [x + 40, base + 8],
        [x + 70, base - 10],
        [x + 62, base - 74],
        [x + 34, base - 148],
      ],
      true,
    ),
    fur,
  );
  for (const ear of [-1, 1])
    canvas.fill(
      [
        [x + ear * 12, base - 226],
        [x + ear * 46, base - 262],
        [x + ear * 54, base - 196],
      ],
      fur,
    );
  canvas.fill(ellipse(x, base - 186, 56, 48), fur);
  for (const [dy, half] of [
    [-100, 34],
    [-70, 42],
    [-40, 44],
  ] as const)
    canvas.rectangle(x - half, base + dy, half * 2, 9, fade(shade, 0.55), 4);
}

/** A bicycle with a basket before a wall. */
export function paintBicycle({ canvas, palette, random }: Brush): void {
  const wall = random.pick([palette.accents[1], palette.accents[2], palette.accents[0]]);
  canvas.background(blend(wall, palette.isDark ? palette.ink : palette.paper, palette.isDark ? 0.5 : 0.42));
  canvas.rectangle(0, 0, canvas.width, 330, fade(palette.paper, palette.isDark ? 0.05 : 0.24));
  canvas.rectangle(0, 570, canvas.width, 105, [
    blend(palette.wood, palette.paper, 0.55),
    blend(palette.wood, palette.paper, 0.3),
  ]);
  // A shuttered window.
  const x0 = random.pick([120, 850]);
  canvas.rectangle(x0, 70, 220, 270, palette.paper, 6);
  canvas.rectangle(x0 + 14, 84, 192, 242, palette.isDark ? palette.glow : palette.sky[0]);
  canvas.rectangle(x0 + 104, 84, 12, 242, palette.paper);
  canvas.rectangle(x0 + 14, 196, 192, 12, palette.paper);
  for (const shutter of [x0 - 86, x0 + 226]) {
    canvas.rectangle(shutter, 70, 80, 270, palette.accents[4], 4);
    for (let slat = 0; slat < 9; slat++)
      canvas.rectangle(shutter + 12, 88 + slat * 27, 56, 13, fade(palette.ink, 0.16), 3);
  }
  const frame = random.pick(
    [palette.accents[0], palette.accents[3], palette.accents[4]].filter((colour) => colour !== wall),
  );
  const ground = 590;
  const radius = 118;
  const [rear, front]: [Point, Point] = [
    [390, ground - radius],
    [800, ground - radius],
  ];
  canvas.fill(ellipse(595, ground + 6, 350, 15), fade(palette.ink, 0.2));
  for (const [cx, cy] of [rear, front]) {
    canvas.line(arc(cx, cy, radius - 6, radius - 6, 0, 360), 13, palette.ink);
    canvas.line(arc(cx, cy, radius - 17, radius - 17, 0, 360), 4, palette.paper);
    for (let spoke = 0; spoke < 14; spoke++) {
      const angle = (spoke / 14) * Math.PI * 2;
      canvas.line(
        [
          [cx, cy],
          [cx + Math.cos(angle) * (radius - 18), cy + Math.sin(angle) * (radius - 18)],
        ],
        1.8,
        fade(palette.ink, 0.6),
      );
    }
    canvas.circle(cx, cy, 11, palette.ink);
  }
  const [crank, seat, head]: [Point, Point, Point] = [
    [560, ground - radius + 8],
    [500, 316],
    [738, 330],
  ];
  for (const tube of [
    [rear, crank, head],
    [rear, [512, 352], crank],
    [
      [512, 352],
      [744, 350],
    ],
    [[728, 290], head, front],
  ] as const)
    canvas.line([...tube], 15, frame);
  canvas.line([[512, 352], seat], 11, palette.ink);
  canvas.rectangle(446, 296, 110, 24, palette.ink, 12);
  canvas.line(
    smooth([
      [728, 290],
      [714, 258],
      [662, 252],
    ]),
    11,
    palette.ink,
  );
  canvas.rectangle(636, 242, 52, 20, palette.wood, 9);
  canvas.circle(...crank, 31, palette.ink);
  canvas.circle(...crank, 20, blend(palette.paper, palette.ink, 0.3));
  canvas.line([crank, [586, ground - 46]], 9, palette.ink);
  canvas.rectangle(566, ground - 52, 56, 13, palette.ink, 5);
  // The basket, and what is in it.
  for (const [dx, dy, degrees] of [
    [-30, 0, -26],
    [0, -4, -6],
    [30, 0, 18],
    [52, 4, 34],
    [-52, 4, -40],
  ] as const) {
    paintLeaf(
      canvas,
      790 + dx,
      268 + dy,
      88,
      degrees,
      blend(palette.land[2], palette.land[1], random.unit()),
      0.2,
    );
    canvas.circle(
      790 + dx + degrees * 1.1,
      196 + Math.abs(degrees),
      19,
      random.pick([palette.accents[0], palette.accents[1], palette.accents[3], palette.paper]),
    );
  }
  canvas.fill(
    [
      [716, 254],
      [870, 254],
      [846, 356],
      [738, 356],
    ],
    blend(palette.wood, palette.accents[1], 0.4),
  );
  for (let weave = 0; weave < 4; weave++)
    canvas.rectangle(728 + weave * 4, 272 + weave * 22, 130 - weave * 8, 6, fade(palette.ink, 0.16), 3);
  canvas.rectangle(708, 246, 170, 16, palette.wood, 8);
}
