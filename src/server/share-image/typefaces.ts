// Which faces a text needs. Our two cover Latin; other scripts come from Noto, each read from disk
// when the first text asks for it. What no face covers is left out: it would be shown as a box.
import { extractEmojis } from '@takumi-rs/helpers/emoji';

export type Style = 'title' | 'text';
export type Typeface = {
  name: string;
  /** Its file in node_modules. */
  file: string;
  /** None: the file holds every weight. */
  weight?: number;
};

type Script = {
  covers: RegExp;
  fileOf: (style: Style) => string;
  isRightToLeft?: boolean;
  hasEveryWeight?: boolean;
};

const ownFile = (subset: string) => (style: Style) =>
  style === 'title'
    ? `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${subset}-wght-normal.woff2`
    : `@fontsource-variable/instrument-sans/files/instrument-sans-${subset}-wght-normal.woff2`;
const notoWeights = { title: 700, text: 400 } as const;
const notoFile = (family: string, subset: string) => (style: Style) =>
  `@fontsource/${family}/files/${family}-${subset}-${notoWeights[style]}-normal.woff2`;
const noto = (family: string, subset: string, covers: RegExp): Script => ({
  covers,
  fileOf: notoFile(family, subset),
});

/** Signs stand in numbered pieces of the Chinese face, a few in each. */
const signs = (piece: string, covers: RegExp) => noto('noto-sans-sc', piece, covers);

const scripts: Readonly<Record<string, Script>> = {
  latin: {
    covers: /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u2010-\u2027\u2030-\u203a€™−]/u,
    fileOf: ownFile('latin'),
    hasEveryWeight: true,
  },
  latinExtended: {
    covers: /[\u0100-\u024f]/u,
    fileOf: ownFile('latin-ext'),
    hasEveryWeight: true,
  },
  vietnamese: noto('noto-sans', 'vietnamese', /[\u0300\u0301\u0303\u0309\u0323\u1ea0-\u1ef9₫]/u),
  cyrillic: noto('noto-sans', 'cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1№]/u),
  cyrillicExtended: noto(
    'noto-sans',
    'cyrillic-ext',
    /[\u0460-\u048f\u0492-\u04af\u04b2-\u052f₴]/u,
  ),
  greek: noto('noto-sans', 'greek', /[\u0370-\u0377\u037a-\u037f\u0384-\u03ff]/u),
  devanagari: noto('noto-sans', 'devanagari', /[\u0900-\u097f₹]|\u200c|\u200d/u),
  hebrew: {
    ...noto('noto-sans-hebrew', 'hebrew', /[\u0590-\u05ff\ufb1d-\ufb4f₪]/u),
    isRightToLeft: true,
  },
  arabic: {
    ...noto(
      'noto-sans-arabic',
      'arabic',
      /[\u0600-\u06ff\u0750-\u077f\u200c\ufb50-\ufdff\ufe70-\ufefc]/u,
    ),
    isRightToLeft: true,
  },
  han: noto(
    'noto-sans-sc',
    'chinese-simplified',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
  ),
  hangul: noto('noto-sans-kr', 'korean', /\p{Script=Hangul}/u),
  ticks: signs('87', /[✓]/u),
  relations: signs('102', /[≤≥]/u),
  discs: signs('105', /[●]/u),
  arrows: signs('109', /[→★]/u),
};

const nameOf = (style: Style, script: string) => `${style} ${script}`;
const names = Object.keys(scripts);
const scriptsOf = (text: string) => names.filter((name) => scripts[name]?.covers.test(text));

/** The faces that a text needs, in the order of their place in a font stack. */
export function typefacesOf(text: string, style: Style): Typeface[] {
  // A space of another face between two right-to-left words loses its width.
  const needed = [...new Set(['latin', ...scriptsOf(text)])].sort(
    (a, b) => Number(isRightToLeftScript(b)) - Number(isRightToLeftScript(a)),
  );
  return needed.flatMap((name) => {
    const script = scripts[name];
    if (!script) return [];
    const weight = script.hasEveryWeight ? {} : { weight: notoWeights[style] };
    return [{ name: nameOf(style, name), file: script.fileOf(style), ...weight }];
  });
}

const isRightToLeftScript = (name: string) => scripts[name]?.isRightToLeft === true;

/** By the first letter, as browsers do for `dir=auto`. */
export function directionOf(text: string): 'rtl' | 'ltr' {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return scriptsOf(letter).some(isRightToLeftScript) ? 'rtl' : 'ltr';
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const isEmoji = (character: string) =>
  extractEmojis({ type: 'text', text: character }, 'twemoji').type !== 'text';
const isShown = (character: string) =>
  [...character].every((point) => scriptsOf(point).length > 0) || isEmoji(character);

/** One line of what can be shown: no control signs, no direction marks, no unknown scripts. */
export function cleanText(text: string): string {
  const flat = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const shown = [...segmenter.segment(flat)].map(({ segment }) => segment).filter(isShown);
  return shown.join('').trim();
}
