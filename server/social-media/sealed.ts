import { sha256 } from '../crypto.ts';

/** Keys of 32 bytes. The first seals; all open, so that a key is replaced by putting another one before it. */
export type SealingKeys = readonly Uint8Array<ArrayBuffer>[];

/** Why a sealed text cannot be opened: none of the keys sealed it, or it was sealed for something else. */
export class CannotOpen extends Error {
  override name = 'CannotOpen';
}

const algorithm = 'AES-GCM';
/** Bytes of the random number that AES-GCM takes once. */
const nonceBytes = 12;

/** Encrypts a text with AES-256-GCM, for one purpose: it opens only where `purpose` is the same. */
export async function seal(keys: SealingKeys, text: string, purpose: string): Promise<string> {
  const [key] = keys;
  if (!key) throw new CannotOpen('There is no key to seal with.');
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const encrypted = await crypto.subtle.encrypt(
    { name: algorithm, iv, additionalData: bytesOf(purpose) },
    await imported(key, 'encrypt'),
    bytesOf(text),
  );
  return [nameOf(key), toHex(iv), toHex(new Uint8Array(encrypted))].join('.');
}

/** Decrypts what `seal` returned. Rejects with `CannotOpen`. */
export async function open(keys: SealingKeys, sealed: string, purpose: string): Promise<string> {
  const [name, iv = '', encrypted = ''] = sealed.split('.');
  const key = keys.find((each) => nameOf(each) === name);
  if (!key) throw new CannotOpen('The key is not among those of the settings.');
  try {
    const text = await crypto.subtle.decrypt(
      { name: algorithm, iv: fromHex(iv), additionalData: bytesOf(purpose) },
      await imported(key, 'decrypt'),
      fromHex(encrypted),
    );
    return new TextDecoder().decode(text);
  } catch {
    throw new CannotOpen('It was changed, or sealed for something else.');
  }
}

/** Whether another key than the first sealed it. */
export const isSealedByOlderKey = (keys: SealingKeys, sealed: string): boolean =>
  keys[0] !== undefined && !sealed.startsWith(`${nameOf(keys[0])}.`);

/** A name of a key, which reveals nothing of it. */
const nameOf = (key: Uint8Array): string => sha256(`key ${toHex(key)}`).slice(0, 12);

const imported = (key: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', key, algorithm, false, [use]);

const bytesOf = (text: string) => new TextEncoder().encode(text);

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
