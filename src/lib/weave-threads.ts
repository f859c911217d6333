// Where the threads of a weave run: pure numbers, the same for the same counts.

/** Thread-to-thread distance, sway at a crossing and loose end, in units of the drawing. */
export const pitch = { warp: 56, weft: 44, sway: 2.2, end: 26 };

export type Thread = { path: string; x: number; y: number };
export type Crossing = { warp: number; weft: number; x: number; y: number; isWarpOver: boolean };
export type WeaveDrawing = {
  width: number;
  height: number;
  warps: Thread[];
  wefts: Thread[];
  crossings: Crossing[];
};

const round = (value: number) => Math.round(value * 10) / 10;

/** Plain weave: neighbours take turns at lying on top. */
export const isWarpOver = (warp: number, weft: number) => (warp + weft) % 2 === 0;

/** A thread leans to one side where it goes over, to the other where it goes under. */
const sway = (warp: number, weft: number) => (isWarpOver(warp, weft) ? pitch.sway : -pitch.sway);

/**
 * A smooth line through points, whose tangents follow the thread's own direction. Steps are
 * relative: equal ones are written alike, which a page's compression makes small.
 */
function drawThread(points: readonly (readonly [number, number])[], isVertical: boolean): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const [dx, dy] = [round(x - before[0]), round(y - before[1])];
      const controls = isVertical
        ? `0 ${round(dy / 2)} ${dx} ${round(dy / 2)}`
        : `${round(dx / 2)} 0 ${round(dx / 2)} ${dy}`;
      return `c${controls} ${dx} ${dy}`;
    })
    .join('');
}

const count = (length: number) => Array.from({ length }, (_, index) => index);

export function drawWeave(warpsCount: number, weftsCount: number): WeaveDrawing {
  const width = Math.max(warpsCount - 1, 0) * pitch.warp + 2 * pitch.end;
  const height = Math.max(weftsCount - 1, 0) * pitch.weft + 2 * pitch.end;
  const columns = count(warpsCount).map((index) => pitch.end + index * pitch.warp);
  const rows = count(weftsCount).map((index) => pitch.end + index * pitch.weft);

  const warps = columns.map((x, warp): Thread => {
    const crossings = rows.map((y, weft) => [x + sway(warp, weft), y] as const);
    // The ends hang loose, each at its own length.
    const end = height - ((warp * 7) % 11);
    const [first] = crossings[0] ?? [x];
    const [last] = crossings.at(-1) ?? [x];
    return { x, y: 0, path: drawThread([[first, 0], ...crossings, [last, end]], true) };
  });
  const wefts = rows.map((y, weft): Thread => {
    const crossings = columns.map((x, warp) => [x, y + sway(warp, weft)] as const);
    const end = width - ((weft * 5) % 13);
    return { x: 0, y, path: drawThread([[0, y], ...crossings, [end, y]], false) };
  });
  const crossings = columns.flatMap((x, warp) =>
    rows.map((y, weft) => ({
      warp,
      weft,
      x: round(x + sway(warp, weft)),
      y: round(y + sway(warp, weft)),
      isWarpOver: isWarpOver(warp, weft),
    })),
  );
  return { width, height, warps, wefts, crossings };
}
