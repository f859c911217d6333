import type { CSSProperties } from 'react';
import type { Crossing, DiagramDrawing } from '#lib/diagram-lines.ts';

type DiagramLinesProps = {
  drawing: DiagramDrawing;
  links: readonly (readonly [number, number])[];
  highlighted?: { flow: number; layer?: number | undefined } | undefined;
};

const colors = ['var(--accent)', 'var(--info)'];
const chooseColor = (flow: number) => colors[flow % colors.length];

/** The layers are drawn first, from left to right, then each flow across them. */
const layerDelayMs = (layer: number) => layer * 40;
const flowDelayMs = (flow: number) => 360 + flow * 90;
const crossingMs = 500;

/** For all animations inside. */
const after = (ms: number) => ({ '--after': `${ms}ms` }) as CSSProperties;

const gapWidth = 6;
const linkPath = 'm0-6l6 6-6 6-6-6z';

type LineProps = { path: string; stroke: string; strokeWidth?: number; style?: CSSProperties };

const DrawnLine = ({ path, stroke, strokeWidth, style }: LineProps) => (
  <path
    d={path}
    pathLength={1}
    stroke={stroke}
    strokeWidth={strokeWidth}
    className="animate-draw [stroke-dasharray:1]"
    style={style}
  />
);

const pathThrough = (crossings: readonly Crossing[], step: string, above = 0) =>
  crossings.map(({ x, y }) => `M${x} ${y - above}${step}`).join('');

type CrossedProps = { crossings: readonly Crossing[] };

/** Where layers are on top of a flow: gaps in the flow, then the layer again. */
function LayersOver({ crossings }: CrossedProps) {
  const path = pathThrough(crossings, 'v8', 4);
  return (
    <g className="animate-fade">
      <path d={path} stroke="var(--surface)" strokeWidth={gapWidth} />
      <path d={path} stroke="var(--quiet)" />
    </g>
  );
}

const Links = ({ crossings }: CrossedProps) => (
  <path
    d={pathThrough(crossings, linkPath)}
    fill={chooseColor(crossings[0]?.flow ?? 0)}
    stroke="var(--surface)"
    strokeWidth={2}
    className="animate-fade"
  />
);

/** Around the link where the told flow has arrived. */
const Mark = ({ x, y }: Crossing) => (
  <circle cx={x} cy={y} r={11} stroke="var(--accent)" strokeWidth={2} />
);

export function DiagramLines({ drawing, links, highlighted }: DiagramLinesProps) {
  const { layers, flows, crossings } = drawing;
  const isLinked = ({ layer, flow }: Crossing) => links.some(([a, b]) => a === layer && b === flow);
  const chooseOpacity = (flow: number) =>
    !highlighted || highlighted.flow === flow ? undefined : 0.4;
  const mark = crossings.find(
    ({ flow, layer }) => flow === highlighted?.flow && layer === highlighted.layer,
  );
  return (
    <g fill="none" strokeWidth={1.4}>
      {layers.map(({ x, path }, layer) => (
        <DrawnLine key={x} path={path} stroke="var(--quiet)" style={after(layerDelayMs(layer))} />
      ))}
      {flows.map(({ y, path }, flow) => (
        <g key={y} opacity={chooseOpacity(flow)} style={after(flowDelayMs(flow))}>
          <DrawnLine path={path} stroke="var(--surface)" strokeWidth={gapWidth} />
          <DrawnLine path={path} stroke={chooseColor(flow) ?? ''} />
        </g>
      ))}
      {flows.map(({ y }, flow) => {
        const onFlow = crossings.filter((crossing) => crossing.flow === flow);
        const linked = onFlow.filter(isLinked);
        return (
          <g key={y} opacity={chooseOpacity(flow)} style={after(flowDelayMs(flow) + crossingMs)}>
            <LayersOver crossings={onFlow.filter((crossing) => crossing.isLayerOver)} />
            {linked.length > 0 && <Links crossings={linked} />}
          </g>
        );
      })}
      {mark && <Mark {...mark} />}
    </g>
  );
}
