// The fonts that a text needs. Our two cover Latin; other scripts use Noto fonts, each read from
// disk for the first text that needs it. Characters without a font are left out instead of shown as
// boxes.
import path from 'node:path';
import { findFontSubset, packageFolder } from '../font-subsets.ts';
import { requireOnDemand } from '../require-on-demand.ts';

export type Style = 'title' | 'text';
export type Typeface = {
  name: string;
  file: string;
  /** Undefined for a variable font. */
  weight?: number;
};

/** The files of a script that contain the given characters; none for an unsupported character. */
type ListFiles = (signs: readonly string[], style: Style) => string[];
type Script = {
  covers: RegExp;
  listFiles: ListFiles;
  isRightToLeft?: boolean;
  hasEveryWeight?: boolean;
};

const ownFaces = {
  title: { package: '@fontsource/bricolage-grotesque', weight: '600' },
  text: { package: '@fontsource-variable/instrument-sans', weight: 'wght' },
} as const;
const ownFile =
  (subset: string): ListFiles =>
  (_, style) => {
    const { package: name, weight } = ownFaces[style];
    const file = `${path.basename(name)}-${subset}-${weight}-normal.woff2`;
    return [path.join(packageFolder(name), 'files', file)];
  };

const notoWeights = { title: 700, text: 400 } as const;
const toFileEnd = (style: Style) => `-${notoWeights[style]}-normal.woff`;

const noto = (family: string, subset: string, covers: RegExp): Script => ({
  covers,
  listFiles: (_, style) => {
    const folder = packageFolder(`@fontsource/${family}`);
    return [path.join(folder, 'files', `${family}-${subset}${toFileEnd(style)}`)];
  },
});

const pieced = (family: string, covers: RegExp): Script => ({
  covers,
  listFiles: (signs, style) => {
    const pieces = signs.flatMap((sign) => findFontSubset(family, sign) ?? []);
    return [...new Set(pieces)].map((piece) => `${piece}${toFileEnd(style)}`);
  },
});

const scripts: Readonly<Record<string, Script>> = {
  latin: {
    covers: /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u2010-\u2027\u2030-\u203a€™−]/u,
    listFiles: ownFile('latin'),
    hasEveryWeight: true,
  },
  latinExtended: {
    covers: /[\u0100-\u024f]/u,
    listFiles: ownFile('latin-ext'),
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
  // The Chinese font also covers Japanese, Cantonese, arrows, ticks and similar symbols.
  han: pieced(
    'noto-sans-sc',
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\u3000-\u303f\uff00-\uffef✓≤≥●→★]/u,
  ),
  hangul: pieced('noto-sans-kr', /\p{Script=Hangul}/u),
};

const names = Object.keys(scripts);
const listScripts = (text: string) => names.filter((name) => scripts[name]?.covers.test(text));

/** The fonts that a text needs, in the order of a font stack. */
export function listTypefaces(text: string, style: Style): Typeface[] {
  const signs = [...new Set(text)];
  // A space in another font between two right-to-left words loses its width.
  const needed = [...new Set(['latin', ...listScripts(text)])].sort(
    (a, b) => Number(isRightToLeftScript(b)) - Number(isRightToLeftScript(a)),
  );
  return needed.flatMap((name) => {
    const script = scripts[name];
    if (!script) return [];
    const weight = script.hasEveryWeight ? {} : { weight: notoWeights[style] };
    const own = signs.filter((sign) => script.covers.test(sign));
    return script
      .listFiles(own, style)
      .map((file) => ({ name: `${style} ${path.basename(file)}`, file, ...weight }));
  });
}

const isRightToLeftScript = (name: string) => scripts[name]?.isRightToLeft === true;

/** By the first letter, as browsers do for `dir=auto`. */
export function detectDirection(text: string): 'rtl' | 'ltr' {
  const letter = /\p{L}/u.exec(text)?.[0] ?? '';
  return listScripts(letter).some(isRightToLeftScript) ? 'rtl' : 'ltr';
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
type Emojis = typeof import('@takumi-rs/helpers/emoji');
const isEmoji = (character: string) => {
  const { extractEmojis } = requireOnDemand('@takumi-rs/helpers/emoji') as Emojis;
  return extractEmojis({ type: 'text', text: character }, 'twemoji').type !== 'text';
};
const hasFace = (sign: string) =>
  listScripts(sign).some((name) => scripts[name]!.listFiles([sign], 'text').length > 0);
const isPrintable = (character: string) => [...character].every(hasFace) || isEmoji(character);

/** Displayable text on one line: no control characters, direction marks or unsupported scripts. */
export function cleanText(text: string): string {
  const flat = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const visible = [...segmenter.segment(flat)].map(({ segment }) => segment).filter(isPrintable);
  return visible.join('').trim();
}
