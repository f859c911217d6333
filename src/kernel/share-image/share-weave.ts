// The weave of a share image as an SVG picture, from numbers alone: no word of a visitor gets in.
import { createHash } from 'node:crypto';
import { drawWeave, isWarpOver } from '#lib/weave-threads.ts';

export type ShareWeave = { warp: number; weft: number; knots: readonly [number, number][] };

/** The dark theme of src/ui/tokens.css in sRGB; a test compares the two. */
export const dyes = {
  ground: '#0d0f15',
  text: '#f1eee9',
  quiet: '#a8abb1',
  accent: '#f57050',
  info: '#799ee3',
} as const;

const weftDyes = [dyes.accent, dyes.info];
const knotsMax = 9;

/** Leaves out knots where no threads cross. */
export const fitWeave = ({ warp, weft, knots }: ShareWeave): ShareWeave => ({
  warp,
  weft,
  knots: knots.filter(([a, b]) => a >= 0 && a < warp && b >= 0 && b < weft),
});

/** The same words give the same weave. */
export function weaveOf(words: string): ShareWeave {
  const bytes = createHash('sha256').update(words).digest();
  // Taller than wide: it fills the right side of the card.
  const warp = 5 + (bytes[0]! % 2);
  const weft = 7 + (bytes[1]! % 2);
  const knots = [...bytes.subarray(2, 2 + 2 * knotsMax)].flatMap((byte, at, all) => {
    const next = all[at + 1];
    const knot: [number, number][] =
      at % 2 === 0 && next !== undefined ? [[byte % warp, next % weft]] : [];
    return knot;
  });
  return { warp, weft, knots: knots.slice(0, 3 + (bytes[31]! % 4)) };
}

const line = (path: string, color: string, width: number) =>
  `<path d="${path}" stroke="${color}" stroke-width="${width}"/>`;

export function drawShareWeave(weave: ShareWeave): string {
  const { width, height, warps, wefts, crossings } = drawWeave(weave.warp, weave.weft);
  const dyeOf = (weft: number) => weftDyes[weft % weftDyes.length] ?? dyes.accent;
  const parts = [
    ...warps.map(({ path }) => line(path, dyes.quiet, 1.6)),
    ...wefts.flatMap(({ path }, weft) => [
      line(path, dyes.ground, 6),
      line(path, dyeOf(weft), 1.6),
    ]),
    ...crossings
      .filter(({ warp, weft }) => isWarpOver(warp, weft))
      .flatMap(({ x, y }) => [
        line(`M${x} ${y - 2.5}v5`, dyes.ground, 6),
        line(`M${x} ${y - 4.5}v9`, dyes.quiet, 1.6),
      ]),
    ...crossings
      .filter(({ warp, weft }) => weave.knots.some(([a, b]) => a === warp && b === weft))
      .map(
        ({ x, y, weft }) =>
          `<path d="M${x} ${y}m0 -6l6 6l-6 6l-6 -6z" fill="${dyeOf(weft)}" stroke="${dyes.ground}" stroke-width="2"/>`,
      ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none">${parts.join('')}</svg>`;
}
