// What an app calls itself is shown to people who decide about it, and nobody has checked it.
import site from '#content/site.json' with { type: 'json' };

/** Letters that look like those of the alphabet, each pair without a space between. */
const lookAlikes = new Map(
  'аaάaαaвbсcϲcԁdеeεeɛeһhіiıiιiļlјjκkкkӏlмmոnпnоoοoσoрpρpԛqгrѕsтtτtυuսuѵvνvԝwωwхxχxуyγyᴢz'
    .normalize('NFC')
    .match(/../gu)!
    .map((pair) => [...pair] as [string, string]),
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
  [...name.normalize('NFKD').toLowerCase()]
    .map((character) => lookAlikes.get(character) ?? digitsAsLetters[character] ?? character)
    .join('')
    .normalize('NFKD')
    .replaceAll(/[^a-z]/g, '')
    .replaceAll('vv', 'w');

const ownName = readAs(site.name);

/** Whether the name could be taken for ours. */
export const isOwnName = (name: string): boolean => readAs(name).includes(ownName);
