import clsx from 'clsx';
import { knotsOf } from '../sketch-knots.ts';
import type { SketchData } from '../sketch-schema.ts';

/** Distance of threads, and how far their ends hang out, in units of the drawing. */
const step = 14;
const end = 8;
const gap = 3.5;
const at = (index: number) => end + index * step;
const count = (length: number) => Array.from({ length }, (_, index) => index);

/** A few paths, because a page may show many signs before its first paint. */
function drawSign(sketch: SketchData) {
  const warps = count(sketch.warp.length);
  const wefts = count(sketch.weft.length);
  const width = at(warps.length - 1) + end;
  const height = at(wefts.length - 1) + end;
  const crossings = warps.flatMap((warp) => wefts.map((weft) => [warp, weft] as const));
  // Plain weave: neighbours take turns at lying on top.
  const over = crossings.filter(([warp, weft]) => (warp + weft) % 2 === 0);
  const under = crossings.filter(([warp, weft]) => (warp + weft) % 2 === 1);
  return {
    width,
    height,
    warp: warps.map((warp) => `M${at(warp)} 0V${height}`).join(''),
    wefts: [0, 1].map((dye) =>
      wefts
        .filter((weft) => weft % 2 === dye)
        .map((weft) => `M0 ${at(weft)}H${width}`)
        .join(''),
    ),
    gaps: under.map(([warp, weft]) => `M${at(warp)} ${at(weft) - gap}v${gap * 2}`).join(''),
    tops: over.map(([warp, weft]) => `M${at(warp)} ${at(weft) - gap}v${gap * 2}`).join(''),
    knots: knotsOf(sketch)
      .map(([warp, weft]) => `M${at(warp)} ${at(weft) - 3}l3 3l-3 3l-3 -3z`)
      .join(''),
  };
}

type SketchSignProps = { sketch: SketchData; className?: string };

/** A page's weave without words, as its sign in lists. */
export function SketchSign({ sketch, className }: SketchSignProps) {
  const { width, height, warp, wefts, gaps, tops, knots } = drawSign(sketch);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      // A sign that is cut in height stays at the edge where the words begin.
      preserveAspectRatio="xMinYMid"
      className={clsx('block h-auto w-full', className)}
      fill="none"
      strokeWidth="1.3"
    >
      <path d={warp} stroke="var(--quiet)" />
      <path d={gaps} stroke="var(--surface)" strokeWidth="4" />
      <path d={wefts[0]} stroke="var(--accent)" />
      <path d={wefts[1]} stroke="var(--info)" />
      <path d={tops} stroke="var(--surface)" strokeWidth="4" />
      <path d={tops} stroke="var(--quiet)" />
      <path d={knots} fill="var(--text)" stroke="var(--surface)" />
    </svg>
  );
}
