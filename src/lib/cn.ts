import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;
const isTextSize = (value: string) => /^(?:xs|sm|base|lg|\d?xl|\[\d.*)$/.test(value);
const startsWithDigit = (value: string) => /^\d/.test(value);

/** Classes that begin with these and end with a value: of two with the same beginning the later wins. */
const properties = (
  'gap gap-x gap-y p px py pt pr pb pl m mx my mt mr mb ml size w h min-w min-h max-w max-h ' +
  'inset inset-x inset-y top right bottom left z overflow overflow-x overflow-y overscroll ' +
  'items justify justify-self self content grow shrink basis grid-cols col-span col-start row-span aspect object ' +
  'bg opacity shadow fill stroke cursor select pointer-events touch resize origin scale rotate ' +
  'translate-x translate-y transition duration ease animate tracking leading line-clamp whitespace ' +
  'rounded rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-bl rounded-br ' +
  'underline-offset outline-offset order align list'
).split(' ');

const sides = ['', '-t', '-r', '-b', '-l', '-x', '-y'];

/** Those of which one sets what another sets in part. */
const partly: Record<string, string> = {
  gap: 'gap-x gap-y',
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  size: 'w h',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  overflow: 'overflow-x overflow-y',
  flex: 'basis grow shrink',
  'line-clamp': 'display overflow',
  'text-size': 'leading',
  rounded: 'rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-bl rounded-br',
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-r': 'rounded-tr rounded-br',
  'rounded-b': 'rounded-bl rounded-br',
  'rounded-l': 'rounded-tl rounded-bl',
  'border-width': 'border-width-t border-width-r border-width-b border-width-l border-width-x border-width-y',
  'border-width-x': 'border-width-r border-width-l',
  'border-width-y': 'border-width-t border-width-b',
};

/**
 * Joins class names, dropping falsy ones; of two that set the same property the later wins. The library's own table
 * of all that Tailwind has would be a twentieth of what the first screen loads: this one knows what is used here.
 * A test compares the two for every class in the sources, so what is missing shows.
 */
export const cn = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'selection'],
  classGroups: {
    ...Object.fromEntries(properties.map((property) => [property, [{ [property]: ['', any] }]])),
    display: [
      'block',
      'inline-block',
      'inline',
      'flex',
      'inline-flex',
      'grid',
      'hidden',
      'contents',
      'table',
    ],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    visibility: ['visible', 'invisible'],
    'screen-reader': ['sr-only', 'not-sr-only'],
    flex: [{ flex: ['auto', 'none', startsWithDigit] }],
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    'font-family': [{ font: ['sans', 'mono'] }],
    'text-size': [{ text: [isTextSize] }],
    'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
    'text-wrap': [{ text: ['pretty', 'balance', 'wrap', 'nowrap'] }],
    'text-color': [{ text: [any] }],
    'text-overflow': ['truncate'],
    'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
    'text-wrap-mode': ['wrap-anywhere', 'wrap-normal'],
    numbers: ['tabular-nums', 'proportional-nums'],
    underline: ['underline', 'no-underline', 'line-through'],
    'decoration-width': [{ decoration: [startsWithDigit] }],
    'decoration-color': [{ decoration: [any] }],
    ...Object.fromEntries(
      sides.map((side) => [`border-width${side}`, [{ [`border${side}`]: ['', startsWithDigit] }]]),
    ),
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
    'border-color': [{ border: [any] }],
    'outline-style': [{ outline: ['none', 'solid', 'dashed'] }],
    'outline-width': [{ outline: ['', startsWithDigit] }],
    'outline-color': [{ outline: [any] }],
    'ring-width': [{ ring: ['', startsWithDigit] }],
    'ring-color': [{ ring: [any] }],
    'divide-x': [{ 'divide-x': ['', any] }],
    'divide-y': [{ 'divide-y': ['', any] }],
    'divide-color': [{ divide: [any] }],
  },
  conflictingClassGroups: Object.fromEntries(
    Object.entries(partly).map(([property, parts]) => [property, parts.split(' ')]),
  ),
  conflictingClassGroupModifiers: {},
}));
