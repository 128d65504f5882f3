/** A value of a list as people read it: `middle-eastern-north-african` → `Middle eastern north african`. */
export function words(value: string): string {
  const spaced = value.replaceAll('-', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
