import type { CSSProperties } from 'react';
import type { Crossing, DiagramDrawing } from '#lib/diagram-lines.ts';

type DiagramLinesProps = {
  drawing: DiagramDrawing;
  links: readonly (readonly [number, number])[];
  told?: { flow: number; layer?: number | undefined } | undefined;
};

const colors = ['var(--accent)', 'var(--info)'];
const colorOf = (flow: number) => colors[flow % colors.length];

/** The layers are drawn first, from left to right, then each flow across them. */
const layerDelayMs = (layer: number) => layer * 40;
const flowDelayMs = (flow: number) => 360 + flow * 90;
const crossingMs = 600;

const after = (ms: number): CSSProperties => ({ animationDelay: `${Math.round(ms)}ms` });

const gapWidth = 6;
const linkPath = 'm0 -5.5l5.5 5.5l-5.5 5.5l-5.5 -5.5z';

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

/** Where layers are on top of a flow: gaps in the flow, then the layer again. */
const LayersOver = ({ crossings, delayMs }: CrossedProps) => (
  <g className="animate-fade" style={after(delayMs)}>
    <path
      d={pathThrough(crossings, ({ x, y }) => `M${x} ${y - 2.5}v5`)}
      stroke="var(--surface)"
      strokeWidth={gapWidth}
    />
    <path d={pathThrough(crossings, ({ x, y }) => `M${x} ${y - 4.5}v9`)} stroke="var(--quiet)" />
  </g>
);

const Links = ({ crossings, delayMs }: CrossedProps) => (
  <path
    d={pathThrough(crossings, ({ x, y }) => `M${x} ${y}${linkPath}`)}
    fill={colorOf(crossings[0]?.flow ?? 0)}
    stroke="var(--surface)"
    strokeWidth={2}
    className="animate-fade"
    style={after(delayMs)}
  />
);

/** Around the link where the told flow has arrived. */
const Mark = ({ x, y }: Crossing) => (
  <circle cx={x} cy={y} r={11} stroke="var(--accent)" strokeWidth={2} />
);

export function DiagramLines({ drawing, links, told }: DiagramLinesProps) {
  const { layers, flows, crossings } = drawing;
  const isLinked = ({ layer, flow }: Crossing) => links.some(([a, b]) => a === layer && b === flow);
  const opacityOf = (flow: number) => (!told || told.flow === flow ? undefined : 0.4);
  const mark = crossings.find(({ flow, layer }) => flow === told?.flow && layer === told.layer);
  return (
    <g fill="none" strokeWidth={1.4}>
      {layers.map(({ x, path }, layer) => (
        <DrawnLine key={x} path={path} stroke="var(--quiet)" delayMs={layerDelayMs(layer)} />
      ))}
      {flows.map(({ y, path }, flow) => (
        <g key={y} opacity={opacityOf(flow)}>
          <DrawnLine
            path={path}
            stroke="var(--surface)"
            strokeWidth={gapWidth}
            delayMs={flowDelayMs(flow)}
          />
          <DrawnLine path={path} stroke={colorOf(flow) ?? ''} delayMs={flowDelayMs(flow)} />
        </g>
      ))}
      {flows.map(({ y }, flow) => {
        const onFlow = crossings.filter((crossing) => crossing.flow === flow);
        const linked = onFlow.filter(isLinked);
        return (
          <g key={y} opacity={opacityOf(flow)}>
            <LayersOver
              crossings={onFlow.filter((crossing) => crossing.isLayerOver)}
              delayMs={flowDelayMs(flow) + crossingMs / 2}
            />
            {linked.length > 0 && (
              <Links crossings={linked} delayMs={flowDelayMs(flow) + crossingMs} />
            )}
          </g>
        );
      })}
      {mark && <Mark {...mark} />}
    </g>
  );
}
