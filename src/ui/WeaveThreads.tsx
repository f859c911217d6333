import { type CSSProperties, Fragment } from 'react';
import type { Crossing, WeaveDrawing } from '#lib/weave-threads.ts';

type WeaveThreadsProps = {
  drawing: WeaveDrawing;
  knots: readonly (readonly [number, number])[];
};

const dyes = ['var(--accent)', 'var(--info)'];
const dyeOf = (weft: number) => dyes[weft % dyes.length];

/** The warps are drawn first, from left to right; then each weft crosses them. */
const warpDelayMs = (warp: number) => warp * 40;
const weftDelayMs = (weft: number) => 360 + weft * 90;
const crossingMs = 600;

const after = (ms: number): CSSProperties => ({ animationDelay: `${Math.round(ms)}ms` });

const gapWidth = 6;
const knotPath = 'm0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z';

type LineProps = { path: string; stroke: string; delayMs: number; strokeWidth?: number };

const DrawnLine = ({ path, stroke, delayMs, strokeWidth }: LineProps) => (
  <path
    d={path}
    pathLength={1}
    stroke={stroke}
    strokeWidth={strokeWidth}
    className="animate-draw [stroke-dasharray:1]"
    style={after(delayMs)}
  />
);

const pathThrough = (crossings: readonly Crossing[], draw: (crossing: Crossing) => string) =>
  crossings.map(draw).join('');

type CrossedProps = { crossings: readonly Crossing[]; delayMs: number };

/** The pieces of warp that lie on top of one weft: gaps in the weft, then the warp again. */
const WarpsOver = ({ crossings, delayMs }: CrossedProps) => (
  <g className="animate-fade" style={after(delayMs)}>
    <path
      d={pathThrough(crossings, ({ x, y }) => `M${x} ${y - 2.5}v5`)}
      stroke="var(--surface)"
      strokeWidth={gapWidth}
    />
    <path d={pathThrough(crossings, ({ x, y }) => `M${x} ${y - 4.5}v9`)} stroke="var(--quiet)" />
  </g>
);

const Knots = ({ crossings, delayMs }: CrossedProps) => (
  <path
    d={pathThrough(crossings, ({ x, y }) => `M${x} ${y}${knotPath}`)}
    fill={dyeOf(crossings[0]?.weft ?? 0)}
    stroke="var(--surface)"
    strokeWidth={2}
    className="animate-fade"
    style={after(delayMs)}
  />
);

export function WeaveThreads({ drawing, knots }: WeaveThreadsProps) {
  const { warps, wefts, crossings } = drawing;
  const isKnot = ({ warp, weft }: Crossing) => knots.some(([a, b]) => a === warp && b === weft);
  return (
    <g fill="none" strokeWidth={1.4}>
      {warps.map(({ x, path }, warp) => (
        <DrawnLine key={x} path={path} stroke="var(--quiet)" delayMs={warpDelayMs(warp)} />
      ))}
      {wefts.map(({ y, path }, weft) => (
        <g key={y}>
          <DrawnLine
            path={path}
            stroke="var(--surface)"
            strokeWidth={gapWidth}
            delayMs={weftDelayMs(weft)}
          />
          <DrawnLine path={path} stroke={dyeOf(weft) ?? ''} delayMs={weftDelayMs(weft)} />
        </g>
      ))}
      {wefts.map(({ y }, weft) => {
        const onWeft = crossings.filter((crossing) => crossing.weft === weft);
        const knotted = onWeft.filter(isKnot);
        return (
          <Fragment key={y}>
            <WarpsOver
              crossings={onWeft.filter((crossing) => crossing.isWarpOver)}
              delayMs={weftDelayMs(weft) + crossingMs / 2}
            />
            {knotted.length > 0 && (
              <Knots crossings={knotted} delayMs={weftDelayMs(weft) + crossingMs} />
            )}
          </Fragment>
        );
      })}
    </g>
  );
}
