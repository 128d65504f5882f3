import { arc, blend, type Canvas, type Colour, ellipse, fade, type Point, smooth, turn } from './canvas.ts';
import { paintLeaf } from './scenery.ts';

const cream: Colour = '#fff7e8';

/** The sign of an organization, by what it shows. */
const emblems = {
  sprout: { ground: '#3f7f5c', paint: paintSprout },
  kettle: { ground: '#d9694a', paint: paintKettle },
  lantern: { ground: '#3d4a78', paint: paintLantern },
  wheel: { ground: '#2f6f73', paint: paintWheel },
  book: { ground: '#8a5a9c', paint: paintBook },
  boat: { ground: '#4a7fa5', paint: paintBoat },
  wave: { ground: '#2f7f8c', paint: paintWave },
  house: { ground: '#c9702f', paint: paintHouse },
  flower: { ground: '#a83f5f', paint: paintFlower },
  paw: { ground: '#5f7f45', paint: paintPaw },
  oars: { ground: '#2b4a70', paint: paintOars },
  heron: { ground: '#5a9a8c', paint: paintHeron },
  gear: { ground: '#6b5a4a', paint: paintGear },
} as const satisfies Record<string, { ground: Colour; paint: (canvas: Canvas) => void }>;

export type Emblem = keyof typeof emblems;

/** Paints the sign of an organization on 400×400 pixels. It keeps clear of the corners, which round frames hide. */
export function paintEmblem(canvas: Canvas, emblem: Emblem): void {
  const { ground, paint } = emblems[emblem];
  canvas.background([blend(ground, '#ffffff', 0.1), ground]);
  canvas.circle(200, 200, 150, fade('#ffffff', 0.1));
  paint(canvas);
}

function paintSprout(canvas: Canvas): void {
  canvas.fill(arc(200, 312, 108, 62, 180, 360), '#6b4a33');
  canvas.line(
    smooth([
      [200, 262],
      [196, 200],
      [202, 138],
    ]),
    13,
    '#cfe39a',
  );
  paintLeaf(canvas, 198, 206, 106, -62, '#cfe39a', 0.34);
  paintLeaf(canvas, 200, 172, 112, 54, '#e6f0b8', 0.34);
  paintLeaf(canvas, 202, 150, 66, -8, '#f5d36b', 0.36);
}

function paintKettle(canvas: Canvas): void {
  for (const x of [168, 200, 232])
    canvas.line(
      smooth([
        [x, 120],
        [x + 10, 102],
        [x - 8, 84],
        [x + 2, 66],
      ]),
      7,
      '#ffd9a8',
    );
  canvas.line(arc(200, 196, 74, 66, 195, 345), 13, '#5a2f28');
  canvas.fill(
    smooth(
      [
        [116, 196],
        [108, 252],
        [140, 306],
        [200, 316],
        [260, 306],
        [292, 252],
        [284, 196],
      ],
      true,
      10,
    ),
    cream,
  );
  canvas.rectangle(96, 178, 208, 28, '#f2b24e', 13);
  canvas.circle(200, 166, 14, '#f2b24e');
}

function paintLantern(canvas: Canvas): void {
  for (const [radius, opacity] of [
    [128, 0.14],
    [96, 0.2],
  ] as const)
    canvas.circle(200, 214, radius, fade('#ffd27a', opacity));
  canvas.line(arc(200, 124, 34, 38, 180, 360), 9, cream);
  canvas.rectangle(140, 122, 120, 22, cream, 8);
  canvas.rectangle(154, 144, 92, 138, '#ffd98a', 10);
  canvas.fill(
    smooth(
      [
        [200, 168],
        [224, 222],
        [200, 258],
        [176, 222],
      ],
      true,
    ),
    '#e8743b',
  );
  for (const x of [150, 240]) canvas.rectangle(x, 144, 10, 138, cream, 4);
  canvas.rectangle(136, 278, 128, 24, cream, 8);
}

function paintWheel(canvas: Canvas): void {
  canvas.circle(200, 200, 118, cream);
  canvas.circle(200, 200, 98, '#2f6f73');
  for (let spoke = 0; spoke < 12; spoke++)
    canvas.fill(
      turn(
        [
          [197.5, 100],
          [202.5, 100],
          [202.5, 200],
          [197.5, 200],
        ],
        spoke * 30,
        [200, 200],
      ),
      '#bfe0d6',
    );
  canvas.circle(200, 200, 34, '#f0b24a');
  canvas.circle(200, 200, 13, '#2f6f73');
}

function paintBook(canvas: Canvas): void {
  const page = (side: number): Point[] => [
    [200, 276],
    ...smooth([
      [200, 158],
      [200 + side * 56, 130],
      [200 + side * 112, 146],
    ]),
    ...smooth([
      [200 + side * 112, 262],
      [200 + side * 56, 248],
      [200, 276],
    ]),
  ];
  canvas.fill(page(-1), cream);
  canvas.fill(page(1), '#f1dcc0');
  // The otter's head looks over the pages.
  canvas.circle(200, 122, 52, '#8a5a3c');
  for (const x of [153, 247]) canvas.circle(x, 112, 11, '#6f452f');
  canvas.fill(ellipse(200, 138, 34, 25), '#e8c9a0');
  canvas.fill(ellipse(200, 126, 11, 8), '#2d2a32');
  for (const x of [180, 220]) canvas.circle(x, 108, 6, '#2d2a32');
  for (const side of [-1, 1])
    for (const dy of [-5, 4, 13])
      canvas.line(
        [
          [200 + side * 24, 140 + dy * 0.5],
          [200 + side * 74, 138 + dy * 1.6],
        ],
        2,
        cream,
      );
  for (const side of [-1, 1])
    for (const [index, dy] of [206, 232].entries())
      canvas.line(
        smooth([
          [200 + side * 26, dy - 12 - index],
          [200 + side * 58, dy - 22],
          [200 + side * 90, dy - 16],
        ]),
        6,
        '#c9a9d0',
      );
}

function paintBoat(canvas: Canvas): void {
  canvas.circle(256, 142, 40, '#ffd98a');
  canvas.fill(
    [
      [196, 88],
      [196, 236],
      [104, 236],
    ],
    cream,
  );
  canvas.fill(
    [
      [210, 128],
      [210, 236],
      [276, 236],
    ],
    '#f3b48a',
  );
  canvas.fill(
    [
      [86, 248],
      [314, 248],
      [272, 294],
      [128, 294],
    ],
    '#2b4a70',
  );
  for (const y of [306, 330])
    canvas.line(
      smooth([
        [100, y],
        [134, y - 10],
        [168, y],
        [200, y - 10],
        [232, y],
        [266, y - 10],
        [300, y],
      ]),
      8,
      '#bfe0ee',
    );
}

function paintWave(canvas: Canvas): void {
  for (const [y, colour] of [
    [176, '#bfe6e0'],
    [222, '#f7e9c8'],
    [268, '#8fc9c8'],
  ] as const)
    canvas.line(
      smooth([
        [84, y],
        [122, y - 26],
        [162, y],
        [200, y + 22],
        [240, y],
        [278, y - 26],
        [316, y],
      ]),
      24,
      colour,
    );
  canvas.fill(
    smooth(
      [
        [200, 70],
        [232, 118],
        [200, 148],
        [168, 118],
      ],
      true,
    ),
    '#f2b24e',
  );
}

function paintHouse(canvas: Canvas): void {
  canvas.fill(
    [
      [200, 88],
      [316, 196],
      [84, 196],
    ],
    '#6b3a24',
  );
  canvas.rectangle(112, 190, 176, 118, cream);
  canvas.fill([...arc(200, 240, 28, 28, 180, 360), [228, 308], [172, 308]], '#2f6f73');
  // The plumb line.
  canvas.rectangle(198, 88, 4, 92, '#ffd27a');
  canvas.fill(
    [
      [186, 172],
      [214, 172],
      [208, 198],
      [200, 212],
      [192, 198],
    ],
    '#ffd27a',
  );
  for (const x of [128, 242]) canvas.rectangle(x, 214, 32, 36, '#f0b98a', 3);
}

function paintFlower(canvas: Canvas): void {
  for (const [count, length, colour] of [
    [14, 122, '#f0902f'],
    [12, 94, '#f7b84a'],
    [9, 66, '#fbd47c'],
  ] as const)
    for (let petal = 0; petal < count; petal++)
      paintLeaf(canvas, 200, 200, length, (petal * 360) / count, colour, 0.24);
  canvas.circle(200, 200, 26, '#8a3a24');
}

function paintPaw(canvas: Canvas): void {
  canvas.fill(
    smooth(
      [
        [200, 196],
        [262, 238],
        [270, 288],
        [232, 304],
        [200, 294],
        [168, 304],
        [130, 288],
        [138, 238],
      ],
      true,
    ),
    cream,
  );
  for (const [x, y, degrees] of [
    [116, 192, -24],
    [166, 140, -8],
    [234, 140, 8],
    [284, 192, 24],
  ] as const)
    canvas.fill(turn(ellipse(x, y, 27, 37), degrees, [x, y]), cream);
  paintLeaf(canvas, 200, 286, 62, -22, '#8fb35f', 0.32);
  paintLeaf(canvas, 202, 286, 50, 40, '#b4cf7e', 0.32);
}

function paintOars(canvas: Canvas): void {
  canvas.circle(200, 168, 58, '#f2a65a');
  for (const degrees of [-38, 38]) {
    const oar = (outline: readonly Point[]) => turn(outline, degrees, [200, 214]);
    canvas.fill(oar(ellipse(200, 108, 25, 46)), cream);
    canvas.fill(
      oar([
        [194, 140],
        [206, 140],
        [206, 320],
        [194, 320],
      ]),
      cream,
    );
  }
  for (const y of [258, 290])
    canvas.line(
      smooth([
        [110, y],
        [140, y - 10],
        [170, y],
        [200, y - 10],
        [230, y],
        [260, y - 10],
        [290, y],
      ]),
      10,
      '#7fb0d0',
    );
}

function paintHeron(canvas: Canvas): void {
  canvas.circle(258, 144, 46, '#fbd98a');
  canvas.fill(
    smooth(
      [
        [118, 262],
        [152, 206],
        [214, 200],
        [262, 236],
        [214, 266],
        [160, 274],
      ],
      true,
    ),
    cream,
  );
  canvas.line(
    smooth([
      [158, 226],
      [138, 186],
      [168, 146],
      [160, 108],
    ]),
    17,
    cream,
  );
  canvas.circle(158, 104, 20, cream);
  canvas.fill(
    [
      [146, 92],
      [88, 108],
      [148, 114],
    ],
    '#f0a03c',
  );
  canvas.circle(154, 101, 4, '#2d2a32');
  for (const x of [184, 210])
    canvas.line(
      [
        [x, 262],
        [x - 4, 326],
      ],
      6,
      '#2f5f56',
    );
  for (const [x, degrees, length] of [
    [270, 8, 92],
    [286, 20, 74],
    [254, -8, 70],
  ] as const)
    paintLeaf(canvas, x, 328, length, degrees, '#d9e8b0', 0.1);
  canvas.rectangle(104, 322, 192, 9, '#d9efe8', 4);
}

function paintGear(canvas: Canvas): void {
  for (let tooth = 0; tooth < 10; tooth++)
    canvas.fill(
      turn(
        [
          [182, 78],
          [218, 78],
          [224, 124],
          [176, 124],
        ],
        tooth * 36,
        [200, 200],
      ),
      '#f0c070',
    );
  canvas.circle(200, 200, 94, '#f0c070');
  canvas.circle(200, 200, 70, '#6b5a4a');
  // A heart in the middle.
  for (const x of [182, 218]) canvas.circle(x, 188, 23, '#e5735f');
  canvas.fill(
    [
      [162, 198],
      [238, 198],
      [200, 244],
    ],
    '#e5735f',
  );
}
