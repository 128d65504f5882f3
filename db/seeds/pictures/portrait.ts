import { arc, blend, type Canvas, type Colour, ellipse, fade, type Point, smooth } from './canvas.ts';

const skins = {
  fair: '#f6d5b8',
  light: '#efc19c',
  tan: '#d9a074',
  brown: '#a86d47',
  deep: '#6f452f',
} as const satisfies Record<string, Colour>;

const colours = {
  black: '#2a2425',
  brown: '#5b3a29',
  red: '#a9522d',
  blond: '#d8ab5e',
  grey: '#98928d',
  white: '#e6e1d8',
  mustard: '#e0a23c',
  teal: '#3f8585',
  rose: '#d98090',
  navy: '#34466b',
  plum: '#7b4a6d',
  coral: '#dc6f57',
  forest: '#44745a',
  sky: '#8fb9cf',
  sage: '#b9cbab',
  sand: '#ecd6ab',
  peach: '#f4bf9f',
  mint: '#bfe0cf',
} as const satisfies Record<string, Colour>;
type ColourName = keyof typeof colours;

/** How a person looks, from the shoulders up. With a scarf, a turban or a cap, `hairColour` is its colour. */
export interface Portrait {
  skin: keyof typeof skins;
  hair:
    | 'short'
    | 'crop'
    | 'bald'
    | 'waves'
    | 'bob'
    | 'long'
    | 'bun'
    | 'braid'
    | 'afro'
    | 'hijab'
    | 'turban'
    | 'beanie';
  hairColour: ColourName;
  shirt: ColourName;
  ground: ColourName;
  glasses?: true;
  beard?: true;
}

/** Paints a head and shoulders on 400×400 pixels. */
export function paintPortrait(canvas: Canvas, portrait: Portrait): void {
  const skin = skins[portrait.skin];
  const hair = colours[portrait.hairColour];
  const shirt = colours[portrait.shirt];
  const ground = colours[portrait.ground];
  const ink: Colour = '#2d2a32';
  const shade = blend(skin, '#7a2f1c', 0.16);

  canvas.background([blend(ground, '#ffffff', 0.22), ground]);
  canvas.circle(200, 215, 172, fade('#ffffff', 0.2));

  paintHairBehind(canvas, portrait, hair);

  // Shoulders, neck, collar.
  canvas.fill(
    smooth([
      [48, 430],
      [62, 352],
      [122, 312],
      [200, 304],
      [278, 312],
      [338, 352],
      [352, 430],
    ]),
    shirt,
  );
  canvas.fill(ellipse(200, 312, 56, 32), blend(shirt, ink, 0.22));
  canvas.fill(ellipse(200, 306, 47, 29), shade);
  canvas.rectangle(166, 238, 68, 78, shade, 30);

  // Ears, face.
  for (const x of [124, 276]) canvas.fill(ellipse(x, 200, 15, 21), shade);
  const face = smooth(
    [
      [200, 104],
      [262, 130],
      [278, 190],
      [258, 248],
      [200, 282],
      [142, 248],
      [122, 190],
      [138, 130],
    ],
    true,
  );
  canvas.fill(face, skin);

  for (const x of [150, 250])
    canvas.fill(ellipse(x, 220, 17, 11), fade('#d9604c', portrait.skin === 'deep' ? 0.2 : 0.24));

  if (portrait.beard) {
    const beard = portrait.hair === 'turban' ? colours.black : hair;
    canvas.fill(
      smooth(
        [
          [124, 196],
          [138, 216],
          [166, 226],
          [200, 222],
          [234, 226],
          [262, 216],
          [276, 196],
          [268, 254],
          [200, 298],
          [132, 254],
        ],
        true,
      ),
      beard,
    );
    canvas.fill(ellipse(200, 240, 25, 9), blend(skin, '#b0503c', 0.45));
  } else {
    canvas.line(arc(200, 232, 24, 14, 25, 155), 5.5, blend(skin, '#8e2f26', 0.6));
  }
  canvas.line(
    [
      [201, 190],
      [206, 212],
      [197, 214],
    ],
    4,
    shade,
  );
  for (const x of [168, 232]) {
    canvas.circle(x, 186, 7, ink);
    canvas.circle(x + 2.4, 183.6, 2.2, '#ffffff');
    const brow =
      portrait.hair === 'hijab' ||
      portrait.hair === 'turban' ||
      portrait.hair === 'beanie' ||
      portrait.hair === 'bald'
        ? colours.black
        : hair;
    canvas.line(arc(x, 174, 17, 10, 205, 335), 5, blend(brow, ink, 0.2));
  }
  if (portrait.glasses) {
    for (const x of [166, 234]) {
      canvas.fill(ellipse(x, 187, 27, 25), fade('#ffffff', 0.22));
      canvas.line(arc(x, 187, 27, 25, 0, 360), 4.5, ink);
    }
    canvas.line(
      [
        [193, 184],
        [207, 184],
      ],
      4.5,
      ink,
    );
  }

  paintHairInFront(canvas, portrait, hair, shade);
}

/** Hair that falls behind the neck and shoulders. */
function paintHairBehind(canvas: Canvas, { hair: style }: Portrait, hair: Colour): void {
  switch (style) {
    case 'long':
      canvas.fill(
        smooth(
          [
            [200, 74],
            [288, 112],
            [306, 220],
            [312, 356],
            [200, 372],
            [88, 356],
            [94, 220],
            [112, 112],
          ],
          true,
        ),
        hair,
      );
      break;
    case 'bob':
      canvas.fill(
        smooth(
          [
            [200, 76],
            [286, 112],
            [304, 210],
            [284, 282],
            [200, 290],
            [116, 282],
            [96, 210],
            [114, 112],
          ],
          true,
        ),
        hair,
      );
      break;
    case 'waves':
      for (const [x, y, radius] of [
        [128, 140, 52],
        [112, 196, 44],
        [114, 252, 42],
        [132, 296, 36],
        [272, 140, 52],
        [288, 196, 44],
        [286, 252, 42],
        [268, 296, 36],
        [200, 122, 72],
      ] as const)
        canvas.circle(x, y, radius, hair);
      break;
    case 'afro':
      for (let lobe = 0; lobe < 16; lobe++) {
        const angle = Math.PI * (0.82 + (lobe / 15) * 1.36);
        canvas.circle(200 + Math.cos(angle) * 92, 172 + Math.sin(angle) * 88, 46, hair);
      }
      canvas.circle(200, 156, 104, hair);
      break;
    case 'bun':
      canvas.circle(200, 72, 38, hair);
      canvas.fill(ellipse(200, 160, 92, 84), hair);
      break;
    case 'braid':
      canvas.fill(ellipse(200, 164, 92, 88), hair);
      break;
    case 'hijab':
      canvas.fill(
        smooth(
          [
            [200, 68],
            [290, 108],
            [306, 210],
            [296, 310],
            [330, 386],
            [200, 420],
            [70, 386],
            [104, 310],
            [94, 210],
            [110, 108],
          ],
          true,
        ),
        blend(hair, '#2d2a32', 0.16),
      );
      break;
    case 'short':
    case 'crop':
    case 'bald':
    case 'turban':
    case 'beanie':
      break;
  }
}

/** Hair over the forehead, and what is worn on the head. */
function paintHairInFront(canvas: Canvas, { hair: style }: Portrait, hair: Colour, shade: Colour): void {
  const cap = (low: number, points: readonly Point[]) =>
    canvas.fill(
      smooth(
        [[120, low], [116, 150], [142, 96], [200, 78], [258, 96], [284, 150], [280, low], ...points],
        true,
      ),
      hair,
    );
  switch (style) {
    case 'short':
      cap(180, [
        [264, 148],
        [222, 132],
        [178, 140],
        [142, 142],
        [130, 158],
      ]);
      break;
    case 'crop':
      cap(168, [
        [262, 140],
        [200, 126],
        [138, 140],
      ]);
      break;
    case 'bald':
      canvas.fill(ellipse(176, 124, 20, 9), fade('#ffffff', 0.22));
      break;
    case 'waves':
      cap(186, [
        [262, 152],
        [236, 134],
        [204, 126],
        [168, 146],
        [140, 154],
      ]);
      break;
    case 'bob':
      cap(206, [
        [266, 162],
        [232, 146],
        [200, 148],
        [168, 146],
        [134, 162],
      ]);
      break;
    case 'long':
      cap(206, [
        [262, 156],
        [226, 130],
        [200, 112],
        [174, 130],
        [138, 156],
      ]);
      break;
    case 'bun':
      cap(176, [
        [260, 142],
        [200, 124],
        [140, 142],
      ]);
      break;
    case 'braid':
      cap(190, [
        [262, 150],
        [238, 124],
        [210, 112],
        [160, 138],
        [136, 156],
      ]);
      for (let knot = 0; knot < 6; knot++)
        canvas.fill(
          ellipse(282 + Math.sin(knot) * 3, 214 + knot * 27, 21 - knot * 1.4, 18),
          blend(hair, '#ffffff', knot % 2 ? 0.07 : 0),
        );
      canvas.rectangle(270, 366, 24, 12, '#e0a23c', 4);
      break;
    case 'afro':
      cap(176, [
        [262, 142],
        [230, 126],
        [200, 132],
        [170, 126],
        [138, 142],
      ]);
      break;
    case 'hijab': {
      const cloth = smooth(
        [
          [200, 70],
          [276, 102],
          [303, 190],
          [296, 300],
          [200, 372],
          [104, 300],
          [97, 190],
          [124, 102],
        ],
        true,
      );
      const opening = smooth(
        [
          [200, 112],
          [252, 138],
          [268, 192],
          [248, 252],
          [200, 284],
          [152, 252],
          [132, 192],
          [148, 138],
        ],
        true,
      );
      // Wound the other way round, the opening is left out.
      canvas.fill([...cloth, ...cloth.slice(0, 1), ...opening.toReversed(), ...opening.slice(-1)], hair);
      canvas.line(
        smooth([
          [142, 282],
          [196, 322],
          [286, 318],
        ]),
        4,
        blend(hair, '#2d2a32', 0.2),
      );
      break;
    }
    case 'turban':
      canvas.fill(
        smooth(
          [
            [112, 166],
            [106, 110],
            [146, 58],
            [200, 44],
            [254, 58],
            [294, 110],
            [288, 166],
            [246, 136],
            [200, 118],
            [154, 136],
          ],
          true,
        ),
        hair,
      );
      for (const [from, middle, to] of [
        [
          [116, 150],
          [190, 92],
          [268, 66],
        ],
        [
          [130, 122],
          [196, 70],
          [244, 56],
        ],
        [
          [284, 150],
          [230, 106],
          [176, 92],
        ],
      ] as const)
        canvas.line(smooth([from, middle, to]), 4, blend(hair, '#2d2a32', 0.2));
      break;
    case 'beanie':
      canvas.fill(arc(200, 150, 86, 92, 180, 360), hair);
      canvas.rectangle(108, 132, 184, 38, blend(hair, '#2d2a32', 0.16), 16);
      for (let rib = 0; rib < 9; rib++)
        canvas.rectangle(122 + rib * 19, 136, 4, 30, fade('#ffffff', 0.18), 2);
      canvas.circle(200, 56, 18, blend(hair, '#ffffff', 0.3));
      for (const x of [127, 273]) canvas.rectangle(x - 7, 164, 14, 34, blend(shade, '#2a2425', 0.7), 7);
      break;
  }
}
