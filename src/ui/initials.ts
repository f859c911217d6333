/** At most two letters: of the first and last word, or of the local part of an email address. */
export function readInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._+-]+/)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? '?')][0]?.toUpperCase()).join('');
}
