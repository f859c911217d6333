// How words are compared: lower case, without accents of Latin letters, without punctuation.

const latinAccents = /(\p{Script=Latin})\p{M}+/gu;

/** `Téléviseurs, à écran` becomes `televiseurs a ecran`. Cyrillic keeps its letters but `ё`. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(latinAccents, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const splitWords = (text: string): string[] =>
  normalizeText(text).split(' ').filter(Boolean);

export const isCyrillic = (word: string): boolean => /\p{Script=Cyrillic}/u.test(word);

/** The description in English, or in the first language that the publication has. */
export const describe = (descriptions: Readonly<Record<string, string>>): string =>
  descriptions.en ?? Object.values(descriptions)[0] ?? '';
