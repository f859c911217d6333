// Faces with thousands of signs are stored in numbered pieces of some hundred signs each, so that a
// text reads only those it needs: https://fontsource.org/docs/getting-started/subsets.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Where a package of typefaces lies. */
export const packageFolder = (name: string): string =>
  path.dirname(require.resolve(`${name}/package.json`));

/** `file` lacks weight and ending. */
type Piece = { file: string; ranges: readonly (readonly [number, number])[] };

/** `U+4e00-4e05,U+4e07` */
const readRanges = (text: string): Piece['ranges'] =>
  text.split(',').map((range) => {
    const [first, last = first] = range.slice('U+'.length).split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });

const known = new Map<string, Piece[]>();

function piecesIn(family: string): Piece[] {
  const kept = known.get(family);
  if (kept) return kept;
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
 * The file of a family, such as `noto-sans-sc`, that has the first sign of a text, without
 * `-700-normal.woff2`; undefined where the family lacks the sign.
 */
export function pieceOf(family: string, sign: string): string | undefined {
  const point = sign.codePointAt(0) ?? 0;
  const holds = ([first, last]: readonly [number, number]) => first <= point && point <= last;
  return piecesIn(family).find(({ ranges }) => ranges.some(holds))?.file;
}
