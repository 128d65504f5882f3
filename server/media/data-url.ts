/** The start of a base64 data URL. Its media type is not trusted: the bytes decide. */
const start = /^data:[^,]{0,100};base64,/;

/** Whether a text is a data URL with base64 content. */
export const isDataUrl = (text: string): boolean => start.test(text);

/** How many bytes a base64 data URL carries, by its length. */
export function countDataUrlBytes(text: string): number {
  const content = text.length - text.indexOf(',') - 1;
  const padding = /={0,2}$/.exec(text.slice(-2))?.[0].length ?? 0;
  return Math.floor(((content - padding) * 3) / 4);
}

/** The bytes that a base64 data URL carries, or undefined where the text is none. */
export function bytesOfDataUrl(text: string): Uint8Array<ArrayBuffer> | undefined {
  const found = start.exec(text);
  if (!found) return undefined;
  let binary: string;
  try {
    binary = atob(text.slice(found[0].length));
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
