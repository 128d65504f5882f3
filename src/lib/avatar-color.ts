/** Whole class names, because Tailwind finds only those. Their colours are the avatar tokens of styles.css. */
export const avatarColors = [
  'bg-avatar-1',
  'bg-avatar-2',
  'bg-avatar-3',
  'bg-avatar-4',
  'bg-avatar-5',
  'bg-avatar-6',
  'bg-avatar-7',
  'bg-avatar-8',
  'bg-avatar-9',
  'bg-avatar-10',
  'bg-avatar-11',
  'bg-avatar-12',
] as const;

/** The background class that belongs to an id: always the same one, spread evenly over ids (FNV-1a). */
export function avatarColor(id: string): (typeof avatarColors)[number] {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return avatarColors[(hash >>> 0) % avatarColors.length] ?? avatarColors[0];
}
