/** Letters of a preview, and of the text that it is made of. */
const lengthMax = 160;
export const sourceLengthMax = 400;

/** A sign that was escaped is no mark: it is a private letter in between. */
const privateLetters = 0xe000;
const hideSign = (sign: string) => String.fromCharCode(privateLetters + sign.charCodeAt(0));
const showSign = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - privateLetters);

/** The first words of a message as a reader sees them: the marks of Markdown are left out. */
export function previewMessage(source: string): string {
  const text = source
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => hideSign(sign))
    .replaceAll(/^\s*```.*$/gm, '')
    .replaceAll(/^\s*(?:(?:>|#{1,6}|[-*+]|\d+[.)])\s+)+/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*(?:\)|$)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`+)(?=\S)(.*?\S)\1/gs, '$2')
    .replaceAll(/(?<![\w*])([*_])(?=\S)([^*_]*\S)\1(?!\w)/g, '$2')
    .replaceAll(/[\uE000-\uE07F]/g, showSign)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(text).slice(0, lengthMax).join('');
}
