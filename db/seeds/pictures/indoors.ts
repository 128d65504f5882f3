import { arc, blend, type Colour, ellipse, fade, type Point, smooth, turn } from './canvas.ts';
import { skins } from './palettes.ts';
import { type Brush, paintHill, paintLeaf, paintPottedPlant } from './scenery.ts';

/** Crates of vegetables and bread on a bench. */
export function paintCrates(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintWall(brush);
  const bench = 596;
  canvas.rectangle(0, bench, canvas.width, 26, blend(palette.wood, palette.paper, 0.25));
  canvas.rectangle(0, bench + 26, canvas.width, 120, palette.wood);
  const kinds = [paintTomatoes, paintGreens, paintCarrots, paintLoaves];
  const first = random.whole(0, 3);
  // Two behind, three in front.
  for (const [index, [x, y, width]] of (
    [
      [190, 430, 370],
      [640, 430, 370],
      [20, bench, 370],
      [415, bench, 370],
      [810, bench, 370],
    ] as const
  ).entries())
    paintCrate(brush, x, y, width, kinds[(first + index * 3) % 4] ?? paintGreens);
}

type Filling = (brush: Brush, x: number, y: number, width: number) => void;

function paintCrate(brush: Brush, x: number, base: number, width: number, filling: Filling): void {
  const { canvas, palette } = brush;
  const height = 158;
  const slat = blend(palette.wood, palette.paper, 0.34);
  canvas.rectangle(x + 6, base - height, width - 12, height, blend(palette.wood, palette.ink, 0.5));
  filling(brush, x + 22, base - height + 16, width - 44);
  for (let board = 0; board < 3; board++)
    canvas.rectangle(
      x,
      base - height + 10 + board * 41,
      width,
      33,
      board % 2 ? blend(slat, palette.wood, 0.2) : slat,
      3,
    );
  for (const post of [x + 8, x + width - 32])
    canvas.rectangle(post, base - height, 24, height, blend(slat, palette.ink, 0.14), 3);
  canvas.rectangle(x + width / 2 - 44, base - height + 74, 88, 19, blend(palette.wood, palette.ink, 0.5), 9);
}

const paintTomatoes: Filling = ({ canvas, palette, random }, x, y, width) => {
  const colour = random.pick([palette.accents[0], palette.accents[1]]);
  for (const [row, count] of [
    [-34, 4],
    [-6, 6],
    [18, 7],
  ] as const)
    for (let index = 0; index < count; index++) {
      const [cx, cy] = [x + ((index + 0.5) * width) / count, y + row + random.between(-5, 5)];
      const body = blend(colour, palette.paper, random.between(0, 0.16));
      canvas.fill(ellipse(cx, cy, 33, 30), body);
      canvas.fill(ellipse(cx - 10, cy - 11, 9, 6), fade(palette.paper, 0.35));
      for (const degrees of [-70, -20, 30, 80])
        paintLeaf(canvas, cx, cy - 22, 15, degrees, palette.land[2], 0.3);
    }
};

const paintGreens: Filling = ({ canvas, palette, random }, x, y, width) => {
  for (const row of [-6, 14])
    for (let index = 0; index < 4; index++) {
      const [cx, cy] = [x + ((index + 0.5) * width) / 4 + row, y + row + 30];
      const leaf = blend(palette.accents[2], random.pick([palette.land[2], palette.orb]), 0.3);
      for (const [degrees, length] of [
        [-62, 86],
        [62, 86],
        [-36, 100],
        [36, 100],
        [-12, 108],
        [14, 104],
      ] as const)
        paintLeaf(
          canvas,
          cx,
          cy,
          length + random.between(-8, 8),
          degrees,
          blend(leaf, palette.paper, random.between(0, 0.26)),
          0.32,
        );
    }
};

const paintCarrots: Filling = ({ canvas, palette, random }, x, y, width) => {
  const colour = blend(palette.accents[1], palette.accents[0], 0.4);
  for (let index = 0; index < 9; index++) {
    const cx = x + ((index + 0.5) * width) / 9;
    const lean = random.between(-16, 16);
    for (const degrees of [-24, 0, 24])
      paintLeaf(
        canvas,
        cx,
        y - 30,
        random.between(50, 74),
        degrees + lean,
        blend(palette.land[2], palette.land[1], random.unit()),
        0.14,
      );
    canvas.fill(
      turn(
        smooth(
          [
            [cx - 17, y - 34],
            [cx, y - 44],
            [cx + 17, y - 34],
            [cx + 5, y + 60],
            [cx - 5, y + 60],
          ],
          true,
          6,
        ),
        lean,
        [cx, y + 10],
      ),
      blend(colour, palette.paper, random.between(0, 0.18)),
    );
  }
};

const paintLoaves: Filling = ({ canvas, palette, random }, x, y, width) => {
  for (const [row, count] of [
    [-28, 3],
    [8, 3],
  ] as const)
    for (let index = 0; index < count; index++) {
      const cx = x + ((index + 0.5) * width) / count + (row < 0 ? 18 : 0);
      const crust = blend(palette.wood, palette.accents[1], random.between(0.45, 0.7));
      canvas.rectangle(cx - 56, y + row - 26, 112, 62, crust, 30);
      for (const dx of [-26, 0, 26])
        canvas.line(
          [
            [cx + dx - 7, y + row - 12],
            [cx + dx + 9, y + row + 10],
          ],
          6,
          blend(crust, palette.paper, 0.5),
        );
    }
};

/** A wall with a paler band below. */
function paintWall({ canvas, palette }: Brush): void {
  canvas.background(blend(palette.wall, palette.paper, palette.isDark ? 0 : 0.15));
  canvas.rectangle(0, 0, canvas.width, 250, fade(palette.paper, palette.isDark ? 0.04 : 0.18));
}

/** Two shelves of books with a plant and a globe between them. */
export function paintBooks(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintWall(brush);
  for (const base of [318, 622]) {
    for (let x = random.between(30, 60); x < 1130; ) {
      const gap = random.unit();
      if (gap < 0.07 && x < 960) {
        const ornament = random.chance(0.5) ? paintGlobe : paintPottedPlant;
        ornament(brush, x + 80, base, 150);
        x += 165;
      } else if (gap < 0.13 && x < 960) {
        x += paintPile(brush, x, base);
      } else {
        x += paintBook(brush, x, base);
      }
    }
    canvas.rectangle(0, base, canvas.width, 22, blend(palette.wood, palette.paper, 0.2));
    canvas.rectangle(0, base + 22, canvas.width, 9, blend(palette.wood, palette.ink, 0.3));
  }
}

function bookColour({ palette, random }: Brush): Colour {
  const colour = random.pick([
    ...palette.accents,
    palette.land[2],
    blend(palette.wood, palette.paper, 0.5),
    palette.paper,
  ]);
  return blend(colour, random.chance(0.5) ? palette.paper : palette.ink, random.between(0, 0.16));
}

function paintBook(brush: Brush, x: number, base: number): number {
  const { canvas, palette, random } = brush;
  const [width, height] = [random.between(26, 58), random.between(150, 236)];
  const cover = bookColour(brush);
  const isLeaning = random.chance(0.08);
  const place = (outline: readonly Point[]) => (isLeaning ? turn(outline, 9, [x + width, base]) : outline);
  const block = (dx: number, dy: number, w: number, h: number): Point[] => [
    [x + dx, base - dy],
    [x + dx + w, base - dy],
    [x + dx + w, base - dy + h],
    [x + dx, base - dy + h],
  ];
  canvas.fill(place(block(0, height, width - 3, height)), cover);
  const mark = blend(cover, cover === palette.paper ? palette.ink : palette.paper, 0.55);
  if (random.chance(0.6)) {
    canvas.fill(place(block(0, height - 18, width - 3, 7)), mark);
    canvas.fill(place(block(0, 30, width - 3, 7)), mark);
  } else canvas.fill(place(block(width * 0.28, height - 30, width * 0.36, random.between(40, 80))), mark);
  return width + (isLeaning ? 34 : 0);
}

function paintPile(brush: Brush, x: number, base: number): number {
  const { canvas, palette, random } = brush;
  let y = base;
  for (let book = 0; book < random.whole(3, 5); book++) {
    const [height, width] = [random.between(26, 38), random.between(130, 170)];
    y -= height;
    const cover = bookColour(brush);
    const dx = random.between(0, 14);
    canvas.rectangle(x + dx, y, width, height - 2, cover, 3);
    canvas.rectangle(x + dx + 18, y, 8, height - 2, blend(cover, palette.paper, 0.5));
  }
  return 190;
}

function paintGlobe({ canvas, palette }: Brush, x: number, base: number): void {
  canvas.rectangle(x - 34, base - 14, 68, 14, palette.wood, 6);
  canvas.rectangle(x - 5, base - 44, 10, 34, palette.wood);
  canvas.circle(x, base - 106, 64, blend(palette.water[1], palette.paper, 0.2));
  for (const [dx, dy, rx, ry] of [
    [-22, -18, 26, 17],
    [20, 10, 20, 27],
    [-16, 30, 15, 10],
  ] as const)
    canvas.fill(turn(ellipse(x + dx, base - 106 + dy, rx, ry), 24, [x, base - 106]), palette.land[1]);
  canvas.line(
    arc(x, base - 106, 73, 73, 20, 200).filter((_, index) => index % 2 === 0),
    6,
    palette.accents[1],
  );
}

/** A table from above, laid for a meal. */
export function paintTable(brush: Brush): void {
  const { canvas, palette, random } = brush;
  canvas.background(blend(palette.wood, palette.ink, palette.isDark ? 0.35 : 0));
  for (let board = 0; board < 6; board++)
    canvas.rectangle(0, board * 113, canvas.width, 3, fade(palette.ink, 0.16));
  const cloth = random.pick([palette.accents[2], palette.accents[0], palette.accents[4]]);
  const linen = blend(palette.paper, cloth, palette.isDark ? 0.3 : 0.1);
  canvas.rectangle(0, 150, canvas.width, 375, linen);
  for (const y of [162, 176, 496, 510]) canvas.rectangle(0, y, canvas.width, 5, fade(cloth, 0.6));
  // Sprigs and candles along the middle.
  for (let x = random.between(20, 60); x < 1180; x += 74) {
    const degrees = 90 + random.between(-14, 14);
    paintLeaf(
      canvas,
      x - 40,
      338 + random.between(-8, 8),
      96,
      degrees,
      blend(palette.land[2], palette.land[1], random.unit()),
      0.16,
    );
    for (const side of [-50, 50])
      paintLeaf(
        canvas,
        x,
        338,
        random.between(42, 62),
        degrees + side,
        blend(palette.land[2], palette.land[1], random.unit()),
        0.26,
      );
    if (random.chance(0.35))
      canvas.circle(x + 20, 336 + random.between(-16, 16), 12, random.pick(palette.accents));
  }
  for (const x of [260, 610, 960]) {
    if (palette.isDark)
      for (const [radius, opacity] of [
        [120, 0.1],
        [70, 0.18],
      ] as const)
        canvas.circle(x, 338, radius, fade(palette.glow, opacity));
    canvas.circle(x, 338, 26, palette.paper);
    canvas.circle(x, 338, 11, palette.glow);
  }
  const shift = random.between(-40, 40);
  for (const [row, y] of [150, 530].entries())
    for (let seat = 0; seat < 4; seat++) {
      const x = 150 + seat * 300 + shift + row * 26;
      paintPlate(brush, x, y, 96);
      const flip = row === 0 ? 1 : -1;
      canvas.rectangle(x + 116, y - 66, 9, 132, blend(palette.paper, palette.ink, 0.25), 4);
      canvas.fill(ellipse(x + 120.5, y - flip * 52, 12, 21), blend(palette.paper, palette.ink, 0.25));
      canvas.circle(x - 122, y + flip * 74, 33, fade(palette.paper, 0.55));
      canvas.circle(
        x - 122,
        y + flip * 74,
        25,
        fade(random.pick([palette.accents[0], palette.accents[1], palette.water[1]]), 0.75),
      );
    }
}

function paintPlate({ canvas, palette, random }: Brush, x: number, y: number, radius: number): void {
  canvas.circle(x + 5, y + 8, radius, fade(palette.ink, 0.16));
  canvas.circle(x, y, radius, palette.paper);
  canvas.circle(x, y, radius * 0.76, blend(palette.paper, palette.ink, 0.06));
  const [a, b] = [palette.accents[0], palette.accents[1]];
  switch (random.whole(0, 3)) {
    case 0:
      // Soup with a swirl.
      canvas.circle(x, y, radius * 0.7, blend(a, b, random.unit()));
      canvas.line(arc(x, y, radius * 0.34, radius * 0.3, 30, 300), 9, fade(palette.paper, 1));
      for (const degrees of [20, 80]) paintLeaf(canvas, x, y, radius * 0.3, degrees, palette.land[2]);
      break;
    case 1:
      // A salad.
      for (let leaf = 0; leaf < 11; leaf++)
        paintLeaf(
          canvas,
          x,
          y,
          radius * random.between(0.45, 0.68),
          leaf * 33,
          blend(palette.land[1], palette.land[2], random.unit()),
          0.3,
        );
      for (let dot = 0; dot < 7; dot++)
        canvas.circle(
          x + random.between(-0.4, 0.4) * radius,
          y + random.between(-0.4, 0.4) * radius,
          radius * 0.11,
          random.pick([a, b]),
        );
      break;
    case 2:
      // A tart in slices.
      canvas.circle(x, y, radius * 0.66, blend(palette.wood, b, 0.5));
      canvas.circle(x, y, radius * 0.55, blend(palette.accents[3], a, random.unit()));
      for (let slice = 0; slice < 4; slice++)
        canvas.fill(
          turn(
            [
              [x - radius * 0.66, y - 2.5],
              [x + radius * 0.66, y - 2.5],
              [x + radius * 0.66, y + 2.5],
              [x - radius * 0.66, y + 2.5],
            ],
            slice * 45 + 11,
            [x, y],
          ),
          palette.paper,
        );
      break;
    default:
      // Rice, beans, greens.
      canvas.fill(
        ellipse(x - radius * 0.2, y - radius * 0.14, radius * 0.4, radius * 0.36),
        blend(palette.paper, b, 0.25),
      );
      canvas.fill(
        ellipse(x + radius * 0.27, y + radius * 0.06, radius * 0.32, radius * 0.4),
        blend(a, palette.wood, 0.3),
      );
      for (const degrees of [150, 185, 220])
        paintLeaf(canvas, x - radius * 0.05, y + radius * 0.1, radius * 0.5, degrees, palette.land[2], 0.3);
  }
}

/** A teapot and cups on a table, a window behind. */
export function paintTea(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintWall(brush);
  const windowX = random.pick([90, 690]);
  paintWindow(brush, windowX, 60, 420, 400);
  canvas.rectangle(0, 520, canvas.width, 155, [blend(palette.wood, palette.paper, 0.3), palette.wood]);
  canvas.fill(ellipse(600, 590, 470, 58), fade(palette.ink, 0.1));
  const pot = random.pick([palette.accents[0], palette.accents[2], palette.accents[4]]);
  const cup = random.pick([palette.paper, palette.accents[1]]);
  const flip = windowX > 600 ? 1 : -1;
  paintTeapot(brush, 600 - flip * 170, 585, pot, flip);
  paintCup(brush, 600 + flip * 110, 596, cup, flip);
  paintCup(brush, 600 + flip * 320, 580, blend(cup, pot, 0.2), flip);
  paintPottedPlant(brush, 600 - flip * 440, 566, 190);
}

function paintWindow(brush: Brush, x: number, y: number, width: number, height: number): void {
  const { canvas, palette } = brush;
  const frame = blend(palette.paper, palette.wood, palette.isDark ? 0.35 : 0.12);
  canvas.rectangle(x - 22, y - 22, width + 44, height + 44, frame, 6);
  canvas.rectangle(x, y, width, height, palette.sky);
  canvas.circle(x + width * 0.68, y + height * 0.3, 42, palette.orb);
  for (const [share, colour] of [
    [0.66, palette.land[0]],
    [0.78, palette.land[1]],
  ] as const)
    canvas.fill(
      [
        ...smooth([
          [x, y + height * share],
          [x + width * 0.35, y + height * (share - 0.1)],
          [x + width * 0.7, y + height * share],
          [x + width, y + height * (share - 0.07)],
        ]),
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
    );
  canvas.rectangle(x + width / 2 - 8, y, 16, height, frame);
  canvas.rectangle(x, y + height * 0.46, width, 14, frame);
  canvas.rectangle(x - 36, y + height + 16, width + 72, 22, blend(frame, palette.ink, 0.1), 4);
}

function paintTeapot(
  { canvas, palette }: Brush,
  x: number,
  base: number,
  colour: Colour,
  flip: number,
): void {
  canvas.line(
    smooth([
      [x + flip * 96, base - 66],
      [x + flip * 150, base - 96],
      [x + flip * 172, base - 158],
    ]),
    26,
    colour,
  );
  canvas.line(arc(x - flip * 112, base - 96, 50, 56, 0, 359), 17, colour);
  canvas.fill(ellipse(x, base - 88, 128, 92), colour);
  canvas.rectangle(x - 66, base - 10, 132, 14, blend(colour, palette.ink, 0.2), 6);
  canvas.fill(arc(x, base - 164, 62, 34, 180, 360), blend(colour, palette.ink, 0.12));
  canvas.circle(x, base - 204, 15, blend(colour, palette.paper, 0.4));
  canvas.fill(
    turn(ellipse(x - flip * 48, base - 122, 16, 40), flip * 30, [x - flip * 48, base - 122]),
    fade(palette.paper, 0.28),
  );
}

function paintCup({ canvas, palette }: Brush, x: number, base: number, colour: Colour, flip: number): void {
  const rim = base - 96;
  canvas.fill(ellipse(x, base + 2, 88, 15), blend(colour, palette.ink, 0.14));
  canvas.line(arc(x + flip * 66, base - 58, 25, 26, 0, 359), 11, colour);
  canvas.fill(
    smooth([
      [x - 68, rim],
      [x - 60, base - 34],
      [x - 28, base],
      [x + 28, base],
      [x + 60, base - 34],
      [x + 68, rim],
    ]),
    colour,
  );
  canvas.fill(ellipse(x, rim, 68, 14), blend(colour, palette.ink, 0.1));
  canvas.fill(ellipse(x, rim + 2, 58, 10), blend(palette.wood, palette.accents[1], 0.4));
  for (const dx of [-22, 18])
    canvas.line(
      smooth([
        [x + dx, rim - 26],
        [x + dx + 14, rim - 56],
        [x + dx - 10, rim - 86],
        [x + dx + 6, rim - 116],
      ]),
      5,
      blend(palette.wall, palette.paper, palette.isDark ? 0.45 : 0.75),
    );
}

/** Tools on a pegboard over a bench, under a lamp. */
export function paintWorkshop(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintWall(brush);
  const board = blend(palette.wall, palette.accents[2], palette.isDark ? 0.35 : 0.45);
  canvas.rectangle(70, 70, 1060, 380, board, 10);
  for (let x = 100; x < 1120; x += 34)
    for (let y = 96; y < 440; y += 34) canvas.circle(x, y, 2.6, fade(palette.ink, 0.22));
  const tools = [paintHammer, paintSaw, paintWrench, paintScrewdriver, paintBrush, paintSquare];
  const start = random.whole(0, 5);
  for (let index = 0; index < 6; index++) {
    const x = 170 + index * 172;
    canvas.rectangle(x - 12, 118, 24, 8, palette.ink, 3);
    tools[(start + index) % 6]?.(
      brush,
      x,
      124,
      random.pick(palette.accents.filter((colour) => colour !== palette.accents[2])),
    );
  }
  // The bench, with tins and a plank.
  canvas.rectangle(0, 560, canvas.width, 30, blend(palette.wood, palette.paper, 0.3));
  canvas.rectangle(0, 590, canvas.width, 85, palette.wood);
  for (let x = random.between(80, 140), tin = 0; tin < 4; x += random.between(96, 130), tin++) {
    const height = random.between(64, 92);
    canvas.rectangle(x, 560 - height, 74, height, blend(palette.paper, palette.ink, 0.12), 4);
    canvas.rectangle(x, 560 - height * 0.74, 74, height * 0.48, palette.accents[tin % 5] ?? palette.ink);
    canvas.fill(ellipse(x + 37, 560 - height, 37, 8), blend(palette.paper, palette.ink, 0.3));
  }
  const plank = random.between(660, 720);
  canvas.rectangle(plank, 536, 420, 24, blend(palette.wood, palette.accents[1], 0.45), 2);
  canvas.rectangle(plank + 40, 514, 330, 22, blend(palette.wood, palette.paper, 0.5), 2);
  // A lamp and its light.
  const lamp = random.pick([330, 880]);
  canvas.fill(
    [
      [lamp - 60, 66],
      [lamp + 60, 66],
      [lamp + 330, 560],
      [lamp - 330, 560],
    ],
    [fade(palette.glow, palette.isDark ? 0.42 : 0.3), fade(palette.glow, 0.02)],
  );
  canvas.rectangle(lamp - 3, 0, 6, 20, palette.ink);
  canvas.fill(
    [
      [lamp - 24, 16],
      [lamp + 24, 16],
      [lamp + 72, 68],
      [lamp - 72, 68],
    ],
    palette.accents[0],
  );
}

type Tool = (brush: Brush, x: number, y: number, grip: Colour) => void;
const steel = ({ palette }: Brush): Colour => blend(palette.paper, palette.ink, palette.isDark ? 0.3 : 0.56);

const paintHammer: Tool = (brush, x, y, grip) => {
  const { canvas, palette } = brush;
  canvas.rectangle(x - 11, y + 20, 22, 230, palette.wood, 9);
  canvas.rectangle(x - 13, y + 150, 26, 104, grip, 11);
  canvas.rectangle(x - 52, y + 4, 78, 46, steel(brush), 6);
  canvas.fill(
    [
      [x + 24, y + 8],
      [x + 68, y + 34],
      [x + 64, y + 46],
      [x + 24, y + 44],
    ],
    steel(brush),
  );
};

const paintSaw: Tool = (brush, x, y, grip) => {
  const { canvas } = brush;
  const teeth: Point[] = [];
  for (let tooth = 0; tooth < 13; tooth++) {
    teeth.push([x + 40 - tooth * 1.6, y + 84 + tooth * 15]);
    teeth.push([x + 47 - tooth * 1.6, y + 92 + tooth * 15]);
  }
  canvas.fill([[x - 28, y + 70], [x + 40, y + 74], ...teeth, [x - 4, y + 286]], steel(brush));
  canvas.rectangle(x - 42, y, 94, 82, grip, 26);
  canvas.rectangle(x - 20, y + 20, 48, 38, blend(brush.palette.wall, brush.palette.accents[2], 0.4), 16);
};

const paintWrench: Tool = (brush, x, y) => {
  const { canvas, palette } = brush;
  const hole = blend(palette.wall, palette.accents[2], palette.isDark ? 0.35 : 0.45);
  canvas.rectangle(x - 15, y + 34, 30, 200, steel(brush), 10);
  canvas.circle(x, y + 34, 38, steel(brush));
  canvas.rectangle(x - 14, y - 10, 28, 44, hole);
  canvas.circle(x, y + 244, 31, steel(brush));
  canvas.circle(x, y + 244, 14, hole);
};

const paintScrewdriver: Tool = (brush, x, y, grip) => {
  const { canvas, palette } = brush;
  canvas.rectangle(x - 22, y, 44, 112, grip, 18);
  for (const dx of [-9, 5]) canvas.rectangle(x + dx, y + 12, 5, 84, fade(palette.ink, 0.18), 2);
  canvas.rectangle(x - 7, y + 110, 14, 132, steel(brush));
  canvas.fill(
    [
      [x - 7, y + 240],
      [x + 7, y + 240],
      [x + 12, y + 266],
      [x - 12, y + 266],
    ],
    steel(brush),
  );
};

const paintBrush: Tool = ({ canvas, palette }, x, y, grip) => {
  canvas.rectangle(x - 12, y, 24, 110, palette.wood, 11);
  canvas.fill(
    smooth(
      [
        [x - 12, y + 90],
        [x + 12, y + 90],
        [x + 42, y + 132],
        [x - 42, y + 132],
      ],
      true,
      6,
    ),
    palette.wood,
  );
  canvas.rectangle(x - 46, y + 126, 92, 34, blend(palette.accents[1], palette.paper, 0.3), 3);
  canvas.rectangle(x - 44, y + 160, 88, 56, blend(palette.ink, palette.wood, 0.5));
  canvas.fill(
    [
      [x - 44, y + 200],
      [x + 44, y + 200],
      ...smooth([
        [x + 44, y + 236],
        [x + 20, y + 250],
        [x - 6, y + 240],
        [x - 44, y + 252],
      ]),
    ],
    grip,
  );
};

const paintSquare: Tool = (brush, x, y, grip) => {
  const { canvas, palette } = brush;
  canvas.rectangle(x - 46, y + 8, 32, 240, grip, 5);
  canvas.rectangle(x - 14, y + 8, 92, 30, steel(brush));
  for (let tick = 0; tick < 7; tick++)
    canvas.rectangle(x - 4 + tick * 11, y + 24, 2.5, tick % 2 ? 8 : 14, palette.ink);
};

/** Shapes on a grid, as on a painted wall. */
export function paintMural(brush: Brush): void {
  const { canvas, palette, random } = brush;
  const cell = 225;
  const [columns, rows] = [6, 3];
  const left = -75;
  const colours = [...palette.accents, palette.paper, palette.land[2]];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [left + column * cell, row * cell];
      const ground = random.pick(colours);
      const [front, second] = random.pickWeighted(
        colours.filter((colour) => colour !== ground),
        2,
        () => 1,
      );
      canvas.rectangle(x, y, cell, cell, ground);
      if (front && second) paintMotif(brush, x, y, cell, front, second);
    }
}

function paintMotif(
  { canvas, random }: Brush,
  x: number,
  y: number,
  cell: number,
  front: Colour,
  second: Colour,
): void {
  const [cx, cy] = [x + cell / 2, y + cell / 2];
  const [cornerX, cornerY, from] = random.pick([
    [x, y, 0],
    [x + cell, y, 90],
    [x + cell, y + cell, 180],
    [x, y + cell, 270],
  ] as const);
  const quarter = (radius: number, colour: Colour) =>
    canvas.fill([[cornerX, cornerY], ...arc(cornerX, cornerY, radius, radius, from, from + 90)], colour);
  switch (random.whole(0, 7)) {
    case 0:
      quarter(cell, front);
      quarter(cell * 0.66, second);
      break;
    case 1:
      for (const [share, colour] of [
        [1, front],
        [0.75, second],
        [0.5, front],
        [0.25, second],
      ] as const)
        quarter(cell * share, colour);
      break;
    case 2:
      canvas.circle(cx, cy, cell * 0.36, front);
      canvas.circle(cx, cy, cell * 0.16, second);
      break;
    case 3:
      // A leaf from corner to corner.
      canvas.fill(
        [...arc(x, y + cell, cell, cell, 270, 360), ...arc(x + cell, y, cell, cell, 90, 180)],
        front,
      );
      canvas.line(
        [
          [x + cell * 0.12, y + cell * 0.12],
          [x + cell * 0.88, y + cell * 0.88],
        ],
        6,
        second,
      );
      break;
    case 4:
      for (let ray = 0; ray < 12; ray++)
        canvas.fill(
          turn(
            [
              [cx - 9, cy - cell * 0.44],
              [cx + 9, cy - cell * 0.44],
              [cx + 5, cy - cell * 0.24],
              [cx - 5, cy - cell * 0.24],
            ],
            ray * 30,
            [cx, cy],
          ),
          second,
        );
      canvas.circle(cx, cy, cell * 0.2, front);
      break;
    case 5:
      canvas.fill(arc(cx, y + cell, cell / 2, cell / 2, 180, 360), front);
      canvas.fill(arc(cx, y + cell / 2, cell / 2, cell / 2, 180, 360), second);
      break;
    case 6:
      // A flower of four petals.
      for (const [px, py] of [
        [cx - cell * 0.2, cy],
        [cx + cell * 0.2, cy],
        [cx, cy - cell * 0.2],
        [cx, cy + cell * 0.2],
      ] as const)
        canvas.circle(px, py, cell * 0.2, front);
      canvas.circle(cx, cy, cell * 0.13, second);
      break;
    default:
      for (let stripe = 0; stripe < 3; stripe++)
        canvas.fill(
          smooth([
            [x, y + cell * (0.2 + stripe * 0.3)],
            [x + cell * 0.25, y + cell * (0.12 + stripe * 0.3)],
            [x + cell * 0.5, y + cell * (0.2 + stripe * 0.3)],
            [x + cell * 0.75, y + cell * (0.28 + stripe * 0.3)],
            [x + cell, y + cell * (0.2 + stripe * 0.3)],
          ]).concat(
            smooth([
              [x + cell, y + cell * (0.33 + stripe * 0.3)],
              [x + cell * 0.75, y + cell * (0.41 + stripe * 0.3)],
              [x + cell * 0.5, y + cell * (0.33 + stripe * 0.3)],
              [x + cell * 0.25, y + cell * (0.25 + stripe * 0.3)],
              [x, y + cell * (0.33 + stripe * 0.3)],
            ]),
          ),
          stripe % 2 ? second : front,
        );
  }
}

/** Clothes on a rail. */
export function paintClothes(brush: Brush): void {
  const { canvas, palette, random } = brush;
  paintWall(brush);
  canvas.rectangle(0, 600, canvas.width, 75, [blend(palette.wood, palette.paper, 0.35), palette.wood]);
  const metal = blend(palette.ink, palette.paper, 0.2);
  for (const x of [110, 1090]) canvas.rectangle(x - 7, 96, 14, 522, metal, 6);
  canvas.rectangle(80, 96, 1040, 14, metal, 7);
  const garments = [paintShirt, paintCoat, paintDress, paintJumper];
  const start = random.whole(0, 3);
  for (let index = 0; index < 6; index++) {
    const x = 210 + index * 156;
    const colour = random.pick([...palette.accents, blend(palette.land[2], palette.paper, 0.2)]);
    canvas.line(arc(x, 122, 12, 13, 120, 400), 4, metal);
    canvas.line(
      [
        [x - 56, 172],
        [x, 140],
        [x + 56, 172],
      ],
      6,
      palette.wood,
    );
    garments[(start + index) % 4]?.(brush, x, 150, colour);
  }
  for (const [x, colour] of [
    [random.between(190, 300), palette.accents[0]],
    [random.between(880, 960), palette.accents[4]],
  ] as const)
    for (const dx of [0, 70])
      canvas.fill(
        smooth(
          [
            [x + dx - 30, 628],
            [x + dx - 26, 596],
            [x + dx - 6, 594],
            [x + dx + 2, 610],
            [x + dx + 34, 620],
            [x + dx + 36, 634],
          ],
          true,
          8,
        ),
        colour,
      );
}

type Garment = (brush: Brush, x: number, y: number, colour: Colour) => void;

const paintShirt: Garment = ({ canvas, palette }, x, y, colour) => {
  paintSleeves(canvas, x, y, 150, colour, palette.ink);
  canvas.fill(torso(x, y, 64, 66, 250), colour);
  canvas.rectangle(x - 2, y + 20, 4, 230, fade(palette.ink, 0.18));
  for (let button = 0; button < 5; button++) canvas.circle(x, y + 48 + button * 42, 4, palette.paper);
  canvas.fill(
    [
      [x - 26, y - 4],
      [x, y + 32],
      [x + 26, y - 4],
      [x, y + 6],
    ],
    blend(colour, palette.paper, 0.45),
  );
};

const paintCoat: Garment = ({ canvas, palette }, x, y, colour) => {
  paintSleeves(canvas, x, y, 220, blend(colour, palette.ink, 0.12), palette.ink);
  canvas.fill(torso(x, y, 68, 82, 370), blend(colour, palette.ink, 0.12));
  canvas.rectangle(x - 2, y + 30, 4, 340, fade(palette.ink, 0.3));
  for (let button = 0; button < 4; button++)
    canvas.circle(x + 14, y + 90 + button * 56, 6, palette.accents[1]);
  for (const side of [-1, 1]) {
    canvas.rectangle(x + side * 40 - 20, y + 232, 40, 10, fade(palette.ink, 0.25), 4);
    canvas.fill(
      [
        [x, y + 78],
        [x + side * 36, y + 2],
        [x + side * 12, y - 6],
      ],
      blend(colour, palette.ink, 0.3),
    );
  }
};

const paintDress: Garment = ({ canvas, palette, random }, x, y, colour) => {
  canvas.fill(
    smooth(
      [
        [x - 42, y],
        [x - 48, y + 60],
        [x - 36, y + 130],
        [x - 86, y + 340],
        [x + 86, y + 340],
        [x + 36, y + 130],
        [x + 48, y + 60],
        [x + 42, y],
        [x, y + 34],
      ],
      true,
      8,
    ),
    colour,
  );
  canvas.rectangle(x - 40, y + 122, 80, 16, blend(colour, palette.ink, 0.3), 6);
  for (let dot = 0; dot < 26; dot++) {
    const dy = random.between(150, 330);
    const half = 34 + ((dy - 130) / 210) * 44;
    canvas.circle(x + random.between(-1, 1) * half * 0.85, y + dy, 5, fade(palette.paper, 0.75));
  }
};

const paintJumper: Garment = ({ canvas, palette }, x, y, colour) => {
  paintSleeves(canvas, x, y, 200, colour, palette.ink);
  canvas.fill(torso(x, y, 70, 70, 240), colour);
  for (const [dy, share] of [
    [70, 0.5],
    [92, 0.8],
    [114, 0.5],
  ] as const)
    canvas.rectangle(x - 68, y + dy, 136, 12, blend(colour, palette.paper, share));
  canvas.rectangle(x - 70, y + 224, 140, 20, blend(colour, palette.ink, 0.2), 6);
  canvas.rectangle(x - 28, y - 8, 56, 18, blend(colour, palette.ink, 0.2), 8);
};

const torso = (x: number, y: number, shoulders: number, hem: number, length: number): Point[] => [
  [x - 24, y - 6],
  [x + 24, y - 6],
  [x + shoulders, y + 22],
  [x + hem, y + length],
  [x - hem, y + length],
  [x - shoulders, y + 22],
];

function paintSleeves(
  canvas: Brush['canvas'],
  x: number,
  y: number,
  length: number,
  colour: Colour,
  ink: Colour,
): void {
  for (const side of [-1, 1])
    canvas.fill(
      [
        [x + side * 40, y + 4],
        [x + side * 68, y + 22],
        [x + side * 84, y + length],
        [x + side * 54, y + length + 4],
        [x + side * 46, y + 90],
      ],
      blend(colour, ink, 0.16),
    );
}

/** The front of an apartment house, a life behind each window. */
export function paintRooms(brush: Brush): void {
  const { canvas, palette, random } = brush;
  canvas.background(palette.sky);
  if (palette.isNight)
    for (let star = 0; star < 40; star++)
      canvas.circle(
        random.between(0, 1200),
        random.between(0, 300),
        random.between(0.8, 2),
        fade(palette.paper, 0.7),
      );
  canvas.circle(random.pick([90, 1110]), 110, 46, palette.orb);
  paintHill(brush, 560, 40, palette.land[1], 4);
  const brick = blend(
    palette.accents[0],
    palette.isDark ? palette.ink : palette.paper,
    palette.isDark ? 0.6 : 0.3,
  );
  canvas.rectangle(170, 60, 860, 620, brick);
  canvas.rectangle(150, 44, 900, 26, blend(brick, palette.ink, 0.3), 4);
  for (let course = 0; course < 60; course++) {
    const [x, y] = [random.between(176, 980), 80 + random.whole(0, 36) * 16];
    canvas.rectangle(x, y, 34, 8, fade(palette.ink, 0.07), 2);
  }
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 5; column++)
      paintRoom(brush, 222 + column * 160, 104 + row * 148, 116, 104, brick);
}

function paintRoom(brush: Brush, x: number, y: number, width: number, height: number, brick: Colour): void {
  const { canvas, palette, random } = brush;
  const isLit = random.chance(palette.isDark ? 0.72 : 0.5);
  const inside = isLit
    ? blend(palette.glow, random.pick([palette.accents[1], palette.paper, palette.accents[3]]), 0.2)
    : blend(palette.ink, palette.sky[1], palette.isDark ? 0.16 : 0.42);
  canvas.rectangle(
    x - 7,
    y - 7,
    width + 14,
    height + 14,
    blend(brick, palette.paper, palette.isDark ? 0.35 : 0.7),
    3,
  );
  canvas.rectangle(x, y, width, height, inside);
  const figure = blend(palette.ink, inside, 0.25);
  switch (random.whole(0, 6)) {
    case 0:
      paintPottedPlant(brush, x + width * 0.68, y + height, 62);
      break;
    case 1:
      // A cat on the sill.
      canvas.fill(ellipse(x + 40, y + height - 18, 20, 20), figure);
      canvas.circle(x + 40, y + height - 44, 14, figure);
      for (const ear of [-1, 1])
        canvas.fill(
          [
            [x + 40 + ear * 3, y + height - 54],
            [x + 40 + ear * 12, y + height - 66],
            [x + 40 + ear * 14, y + height - 46],
          ],
          figure,
        );
      break;
    case 2:
      // Somebody who looks out.
      canvas.fill(arc(x + width / 2, y + height, 34, 40, 180, 360), random.pick(palette.accents));
      canvas.circle(x + width / 2, y + height - 54, 19, random.pick(skins));
      canvas.fill(arc(x + width / 2, y + height - 57, 20, 19, 180, 360), palette.ink);
      break;
    case 3:
      // A lamp over a table.
      canvas.rectangle(x + width / 2 - 1.5, y, 3, 26, figure);
      canvas.fill(
        [
          [x + width / 2 - 24, y + 44],
          [x + width / 2 - 10, y + 24],
          [x + width / 2 + 10, y + 24],
          [x + width / 2 + 24, y + 44],
        ],
        palette.accents[0],
      );
      canvas.rectangle(x + 18, y + height - 22, width - 36, 7, figure);
      break;
    case 4:
      for (const side of [0, 1])
        canvas.fill(
          [
            [x + side * width, y],
            [x + width / 2 + (side ? 8 : -8), y],
            [x + side * width + (side ? -16 : 16), y + height],
            [x + side * width, y + height],
          ],
          blend(random.pick(palette.accents), palette.paper, 0.35),
        );
      break;
    case 5:
      canvas.rectangle(
        x,
        y,
        width,
        height * random.between(0.3, 0.6),
        blend(palette.paper, palette.wood, 0.2),
      );
      break;
    default:
      // Books on a shelf.
      for (let book = 0; book < 6; book++)
        canvas.rectangle(
          x + 16 + book * 14,
          y + 30 - (book % 3) * 5,
          11,
          34 + (book % 3) * 5,
          random.pick(palette.accents),
        );
      canvas.rectangle(x + 10, y + 64, width - 20, 5, figure);
  }
  canvas.rectangle(x + width / 2 - 2, y, 4, height, blend(brick, palette.paper, palette.isDark ? 0.35 : 0.7));
  canvas.rectangle(x - 12, y + height + 7, width + 24, 10, blend(brick, palette.ink, 0.25), 3);
}
