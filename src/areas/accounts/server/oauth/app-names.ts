// What an app calls itself is shown to people who decide about it, and nobody has checked it.
import site from '#content/site.json' with { type: 'json' };

/** Letters of other alphabets by the Latin letter that they look like. */
const lookAlikes: Record<string, string> = {
  a: 'аα',
  b: 'в',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еεɛ℮ᴇꭼ',
  f: 'ғꜰ',
  h: 'һ',
  i: 'іıιɪ|!',
  j: 'ј',
  k: 'кκ',
  l: 'ӏʟꮮ',
  m: 'м',
  n: 'ոпɴ',
  o: 'оοσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτᴛꭲ',
  u: 'υս',
  v: 'ѵν',
  w: 'ԝωᴡꮃ',
  x: 'хχ',
  y: 'уγ',
  z: 'ᴢ',
};
const latinLetters = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) =>
    [...others].map((other) => [other, latin] as const),
  ),
);
const digitsAsLetters: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** One line, in one spelling, without characters that are not seen or that change the direction. */
export const cleanAppName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\p{Z}\p{Cc}]/gu, ' ')
    .replaceAll(/[\p{C}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim();

/** The letters as a person reads them: `Ｗеft1іne!` is `weftline`. */
const readAs = (name: string): string =>
  [...name.replaceAll('ſ', 'f').normalize('NFKD').toLowerCase()]
    .map((character) => latinLetters.get(character) ?? digitsAsLetters[character] ?? character)
    .join('')
    .normalize('NFKD')
    .replaceAll(/[^a-z]/g, '')
    .replaceAll('vv', 'w')
    // They look the same, and so do the digit and the marks that stand for them.
    .replaceAll('i', 'l');

const ownName = readAs(site.name);

/** Whether the name could be taken for ours. */
export const isOwnName = (name: string): boolean => readAs(name).includes(ownName);
