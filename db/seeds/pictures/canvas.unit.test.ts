import { expect, test } from 'vitest';
import { Canvas } from './canvas.ts';

const redAt = (canvas: Canvas, x: number, y: number) => canvas.pixels[(y * canvas.width + x) * 4];

test('a shape covers what lies inside, and edges cover their share of a pixel', () => {
  const canvas = new Canvas(8, 8);
  canvas.background('#000000');
  canvas.rectangle(2, 2, 3.5, 4, '#ffffff');
  expect([1, 2, 4, 5, 6].map((x) => redAt(canvas, x, 3))).toEqual([0, 255, 255, 128, 0]);
  expect([1, 2, 5, 6].map((y) => redAt(canvas, 3, y))).toEqual([0, 255, 255, 0]);
});

test('the covered area is that of the shape, wherever it lies and however it is turned', () => {
  for (const [x, y] of [
    [20, 20],
    [20.37, 19.81],
  ] as const) {
    const canvas = new Canvas(40, 40);
    canvas.background('#000000');
    canvas.fill(
      [
        [x - 10, y],
        [x + 3, y - 12],
        [x + 9, y + 7],
      ],
      '#ffffff',
    );
    let area = 0;
    for (let index = 0; index < canvas.pixels.length; index += 4) area += (canvas.pixels[index] ?? 0) / 255;
    expect(area).toBeCloseTo(159.5, 0);
  }
});

test('what lies outside of the picture is left out', () => {
  const canvas = new Canvas(4, 4);
  canvas.background('#000000');
  canvas.circle(-20, 2, 10, '#ffffff');
  canvas.rectangle(-5, -5, 7, 20, '#ffffff');
  canvas.circle(100, 100, 10, '#ffffff');
  expect([0, 1, 2, 3].map((x) => redAt(canvas, x, 2))).toEqual([255, 255, 0, 0]);
});

test('a gradient runs from top to bottom, and translucent paint lets the ground through', () => {
  const canvas = new Canvas(2, 100);
  canvas.background(['#000000', '#ffffff']);
  expect(redAt(canvas, 0, 0)).toBe(1);
  expect(redAt(canvas, 0, 99)).toBe(254);
  canvas.background('#000000');
  canvas.rectangle(0, 0, 2, 100, '#ffffff80');
  expect(redAt(canvas, 1, 50)).toBe(128);
});
