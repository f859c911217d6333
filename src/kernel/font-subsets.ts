// Fonts with thousands of characters are split into numbered subsets of a few hundred, so that only
// the subsets that a text needs are read: https://fontsource.org/docs/getting-started/subsets.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** The folder of an installed font package. */
export const packageFolder = (name: string): string =>
  path.dirname(require.resolve(`${name}/package.json`));

/** `file` is without weight and extension. */
type FontSubset = { file: string; ranges: readonly (readonly [number, number])[] };

/** `U+4e00-4e05,U+4e07` */
const readRanges = (text: string): FontSubset['ranges'] =>
  text.split(',').map((range) => {
    const [first, last = first] = range.slice('U+'.length).split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });

const known = new Map<string, FontSubset[]>();

function loadFontSubsets(family: string): FontSubset[] {
  const cached = known.get(family);
  if (cached) return cached;
  const folder = packageFolder(`@fontsource/${family}`);
  const listed: Record<string, string> = JSON.parse(
    readFileSync(path.join(folder, 'unicode.json'), 'utf8'),
  );
  const pieces = Object.entries(listed).map(([name, ranges]) => ({
    file: path.join(folder, 'files', `${family}-${name.replace(/[[\]]/g, '')}`),
    ranges: readRanges(ranges),
  }));
  known.set(family, pieces);
  return pieces;
}

/**
 * The file of a family, such as `noto-sans-sc`, that contains the first character of a text,
 * without its suffix (`-700-normal.woff`); undefined when the family lacks the character.
 */
export function findFontSubset(family: string, sign: string): string | undefined {
  const point = sign.codePointAt(0) ?? 0;
  const holds = ([first, last]: readonly [number, number]) => first <= point && point <= last;
  return loadFontSubsets(family).find(({ ranges }) => ranges.some(holds))?.file;
}
