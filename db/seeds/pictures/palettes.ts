import type { Colour } from './canvas.ts';

/** The light in a picture. */
export type Mood = 'dawn' | 'day' | 'golden' | 'dusk' | 'night' | 'fresh';

export interface Palette {
  sky: readonly [top: Colour, bottom: Colour];
  /** Sun or moon. */
  orb: Colour;
  /** Land, from the farthest to the nearest. */
  land: readonly [Colour, Colour, Colour];
  water: readonly [top: Colour, bottom: Colour];
  /** Indoors: the wall and what stands before it. */
  wall: Colour;
  wood: Colour;
  /** The darkest and the lightest colour. */
  ink: Colour;
  paper: Colour;
  /** What shines: windows, lamps. */
  glow: Colour;
  accents: readonly [Colour, Colour, Colour, Colour, Colour];
  /** Windows are lit. */
  isDark: boolean;
  /** The orb is a moon. */
  isNight: boolean;
}

/** Of people in a scene, whatever the light. */
export const skins = ['#f0c8a4', '#e0aa7e', '#c98d62', '#8a5a3c', '#5d3b2a'] as const satisfies Colour[];
export const hairs = [
  '#2b2320',
  '#4a3023',
  '#7a4a2a',
  '#b9813f',
  '#8c8a88',
  '#d9d4cc',
] as const satisfies Colour[];

export const palettes: Record<Mood, Palette> = {
  dawn: {
    sky: ['#f3b8a2', '#fdebd2'],
    orb: '#fff4dc',
    land: ['#dfb89b', '#a9a883', '#678a76'],
    water: ['#f4c8ae', '#86a9a8'],
    wall: '#f7dccb',
    wood: '#b98266',
    ink: '#41454f',
    paper: '#fff7ea',
    glow: '#ffe3a8',
    accents: ['#d9705a', '#eaa94f', '#7d9d8c', '#a8627a', '#4f7a8c'],
    isDark: false,
    isNight: false,
  },
  day: {
    sky: ['#a9d6de', '#eef3df'],
    orb: '#ffd873',
    land: ['#b5cfa0', '#7fae83', '#4b8667'],
    water: ['#a8d3d6', '#5a9fa8'],
    wall: '#e3ecdd',
    wood: '#c08f5f',
    ink: '#33474a',
    paper: '#fffaf0',
    glow: '#ffe6a3',
    accents: ['#d9694a', '#efb144', '#4e8f7c', '#c2577a', '#3d7196'],
    isDark: false,
    isNight: false,
  },
  golden: {
    sky: ['#f5ad62', '#fde6b4'],
    orb: '#fff3cf',
    land: ['#dba95f', '#a9904c', '#667040'],
    water: ['#f6c27d', '#9a8a63'],
    wall: '#f8dfae',
    wood: '#a9683f',
    ink: '#4a3a34',
    paper: '#fff6e2',
    glow: '#fff0b8',
    accents: ['#c9502f', '#e58f2b', '#7d8a45', '#9c4a5f', '#2f6f73'],
    isDark: false,
    isNight: false,
  },
  dusk: {
    sky: ['#5c4e86', '#f3a181'],
    orb: '#ffd8ac',
    land: ['#8a6490', '#5e4a78', '#37335a'],
    water: ['#c98590', '#4b4273'],
    wall: '#8d6f92',
    wood: '#6b4560',
    ink: '#2b2844',
    paper: '#fbe6d6',
    glow: '#ffcf7a',
    accents: ['#e5735f', '#f2ab57', '#5f8f96', '#c65d86', '#7a6bb0'],
    isDark: true,
    isNight: false,
  },
  night: {
    sky: ['#1d2747', '#4a5a86'],
    orb: '#f4ecd2',
    land: ['#3c4a74', '#2b3759', '#1b2440'],
    water: ['#4a5b87', '#222d50'],
    wall: '#3d4870',
    wood: '#4a3f57',
    ink: '#151c33',
    paper: '#e9e4d6',
    glow: '#ffd27a',
    accents: ['#d9745f', '#eab25e', '#5b9490', '#b8658c', '#6f86c4'],
    isDark: true,
    isNight: true,
  },
  fresh: {
    sky: ['#cfe7d3', '#f8f4df'],
    orb: '#ffe08c',
    land: ['#bfdaa4', '#86bd84', '#438a6b'],
    water: ['#bfe0d6', '#6fb0a4'],
    wall: '#dcebcf',
    wood: '#b78a5a',
    ink: '#2f4a44',
    paper: '#fffcf0',
    glow: '#fff0b0',
    accents: ['#e07a5a', '#f0bb4e', '#3f8f7a', '#d4698a', '#4a7fa5'],
    isDark: false,
    isNight: false,
  },
};
