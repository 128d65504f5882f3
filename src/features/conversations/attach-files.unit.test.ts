import { describe, expect, it, vi } from 'vitest';
import type { KeptFile } from '#src/local/collections/message-input.ts';
import { kindOf, problemOf, sizeOf } from './attach-files.ts';

vi.mock('#src/local/engine/files.ts', () => ({ keepFile: vi.fn(), FileNotKept: Error }));

const kept = (bytes: number): KeptFile => ({ fileId: 'file', fileName: 'a.png', bytes, type: 'image/png' });
const file = (size: number) => ({ name: 'b.png', type: 'image/png', size });

describe('kindOf', () => {
  it.each([
    ['photo.heic', 'image/heic', 'images'],
    ['photo', 'image/png', 'images'],
    ['plan.PDF', 'application/pdf', 'attachments'],
    ['notes.txt', '', 'attachments'],
    ['drawing.svg', 'image/svg+xml', undefined],
    ['page.html', 'text/html', undefined],
    ['pdf', '', undefined],
  ])('returns where %s belongs', (name, type, kind) => {
    expect(kindOf({ name, type })).toBe(kind);
  });
});

describe('problemOf', () => {
  const none = { images: [], attachments: [] };

  it('takes 26,214,400 bytes together and not one more', () => {
    expect(problemOf(none, file(26_214_400))).toBeUndefined();
    expect(problemOf(none, file(26_214_401))).toBe('Maximum 25 MB File can be send at a time.');
    const half = { images: [kept(13_107_200)], attachments: [] };
    expect(problemOf(half, file(13_107_200))).toBeUndefined();
    expect(problemOf(half, file(13_107_201))).toBe('Maximum 25 MB File can be send at a time.');
  });

  it('takes 20 pictures and not one more', () => {
    const pictures = (count: number) => ({
      images: Array.from({ length: count }, () => kept(1)),
      attachments: [],
    });
    expect(problemOf(pictures(19), file(1))).toBeUndefined();
    expect(problemOf(pictures(20), file(1))).toMatch(/^You can send up to 20/);
  });
});

describe('sizeOf', () => {
  it.each([
    [1023, '1023 bytes'],
    [1024, '1.0 KB'],
    [1_572_864, '1.5 MB'],
    [26_214_400, '25 MB'],
  ])('writes %i bytes as %s', (bytes, text) => {
    expect(sizeOf(bytes)).toBe(text);
  });
});
