/** Two letters at most: of the first and last word, or of an address's local part. */
export function readInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._+-]+/)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? '?')][0]?.toUpperCase()).join('');
}
