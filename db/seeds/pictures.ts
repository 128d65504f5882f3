import { Canvas } from './pictures/canvas.ts';
import { type Emblem, paintEmblem } from './pictures/emblem.ts';
import {
  paintBooks,
  paintClothes,
  paintCrates,
  paintMural,
  paintRooms,
  paintTable,
  paintTea,
  paintWorkshop,
} from './pictures/indoors.ts';
import {
  paintBicycle,
  paintBridge,
  paintCrossing,
  paintCrowd,
  paintGarden,
  paintHills,
  paintLanterns,
  paintOrchard,
  paintPets,
  paintRiver,
  paintRowing,
  paintShore,
  paintStreet,
} from './pictures/outdoors.ts';
import { type Mood, palettes } from './pictures/palettes.ts';
import { encodePng } from './pictures/png.ts';
import { type Portrait, paintPortrait } from './pictures/portrait.ts';
import type { Brush } from './pictures/scenery.ts';
import { Random } from './random.ts';

export type { Emblem, Mood, Portrait };

const scenes = {
  bicycle: paintBicycle,
  books: paintBooks,
  bridge: paintBridge,
  clothes: paintClothes,
  crates: paintCrates,
  crossing: paintCrossing,
  crowd: paintCrowd,
  garden: paintGarden,
  hills: paintHills,
  lanterns: paintLanterns,
  mural: paintMural,
  orchard: paintOrchard,
  pets: paintPets,
  river: paintRiver,
  rooms: paintRooms,
  rowing: paintRowing,
  shore: paintShore,
  street: paintStreet,
  table: paintTable,
  tea: paintTea,
  workshop: paintWorkshop,
} as const satisfies Record<string, (brush: Brush) => void>;

/** What a picture of a post shows. */
export type Scene = keyof typeof scenes;

/** Draws a picture for a post, 1200×675 pixels, as PNG. The same arguments give the same bytes. */
export function drawScene(what: {
  scene: Scene;
  mood: Mood;
  seed: string;
}): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas(1200, 675);
  scenes[what.scene]({ canvas, palette: palettes[what.mood], random: new Random(what.seed) });
  return encodePng(canvas.pixels, canvas.width, canvas.height);
}

/** Draws a person, 400×400 pixels, as PNG. */
export function drawPortrait(portrait: Portrait): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas(400, 400);
  paintPortrait(canvas, portrait);
  return encodePng(canvas.pixels, canvas.width, canvas.height);
}

/** Draws the sign of an organization, 400×400 pixels, as PNG. */
export function drawEmblem(emblem: Emblem): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new Canvas(400, 400);
  paintEmblem(canvas, emblem);
  return encodePng(canvas.pixels, canvas.width, canvas.height);
}
