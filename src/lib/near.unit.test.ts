import { describe, expect, it } from 'vitest';
import { farText, parseNear, withNear, writeNear } from './near.ts';

const philadelphia = { latitude: 39.95261, longitude: -75.16519, label: 'Philadelphia, PA, United States' };

describe('what is near, in an address', () => {
  it('is read as it was written, with coordinates to a thousandth', () => {
    expect(writeNear({ kilometers: 25 })).toBe('25km');
    expect(parseNear('25km')).toEqual({ kilometers: 25 });
    const text = writeNear({ kilometers: 5, at: philadelphia });
    expect(text).toBe('5km@39.953,-75.165,Philadelphia, PA, United States');
    expect(parseNear(text)).toEqual({
      kilometers: 5,
      at: { ...philadelphia, latitude: 39.953, longitude: -75.165 },
    });
  });

  it.each(['', 'km', '4km', '201km', '25', '25km@', '25km@1,2', '25km@91,0,Nowhere', '25km@1.2.3,0,Nowhere'])(
    'is nothing where it is not understood: %j',
    (text) => expect(parseNear(text)).toBeUndefined(),
  );

  it('becomes what the server is asked with', () => {
    const filters: { name?: string; near?: string } = { name: 'kitchen', near: '25km' };
    expect(withNear(filters)).toEqual({
      name: 'kitchen',
      near: { kilometers: 25 },
    });
    expect(withNear({ near: '5km@1.5,2,There' })).toEqual({
      near: { kilometers: 5, latitude: 1.5, longitude: 2 },
    });
    expect(withNear<typeof filters>({ name: 'kitchen' })).toEqual({ name: 'kitchen' });
  });
});

it('writes distances, of people as steps', () => {
  expect(farText(2, 'organization')).toBe('2.0 km away');
  expect(farText(37.6)).toBe('38 km away');
  expect(farText(10, 'individual')).toBe('Within 10 km');
});
