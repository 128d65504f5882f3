import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Returns a text with elements in the places of their names: `fill('By {name}', { name: <Link … /> })`. So a sentence
 * stays one text, in whose translation the elements may stand elsewhere.
 */
export const fill = (text: string, parts: Record<string, ReactNode>): ReactNode[] =>
  text
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : createElement(Fragment, { key: piece }, parts[piece])));
