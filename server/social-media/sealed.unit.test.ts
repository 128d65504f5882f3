import { describe, expect, it } from 'vitest';
import { CannotOpen, isSealedByOlderKey, open, seal } from './sealed.ts';

const newKey = () => crypto.getRandomValues(new Uint8Array(32));

describe('a sealed text', () => {
  it('opens with its key and for its purpose alone, and shows nothing of itself', async () => {
    const keys = [newKey()];
    const sealed = await seal(keys, 'the token', 'facebook of alice');
    expect(sealed).not.toContain('the token');
    expect(await open(keys, sealed, 'facebook of alice')).toBe('the token');
    await expect(open(keys, sealed, 'facebook of bob')).rejects.toThrow(CannotOpen);
    await expect(open([newKey()], sealed, 'facebook of alice')).rejects.toThrow(CannotOpen);
    await expect(open([], sealed, 'facebook of alice')).rejects.toThrow(CannotOpen);
    await expect(seal([], 'the token', 'facebook of alice')).rejects.toThrow(CannotOpen);
  });

  it('does not open when a character was changed', async () => {
    const keys = [newKey()];
    const sealed = await seal(keys, 'the token', 'a purpose');
    const changed = sealed.slice(0, -1) + (sealed.endsWith('0') ? '1' : '0');
    await expect(open(keys, changed, 'a purpose')).rejects.toThrow(CannotOpen);
  });

  it('is another one each time', async () => {
    const keys = [newKey()];
    expect(await seal(keys, 'the token', 'a purpose')).not.toBe(await seal(keys, 'the token', 'a purpose'));
  });

  it('still opens after its key was replaced, and shows that it was', async () => {
    const [before, after] = [newKey(), newKey()];
    const sealed = await seal([before], 'the token', 'a purpose');
    expect(await open([after, before], sealed, 'a purpose')).toBe('the token');
    expect(isSealedByOlderKey([before], sealed)).toBe(false);
    expect(isSealedByOlderKey([after, before], sealed)).toBe(true);
  });
});
