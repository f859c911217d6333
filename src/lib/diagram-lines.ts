// The geometry of an architecture diagram: layers from top to bottom, flows from left to right.

/** Distance between lines, sway at a crossing and length of the ends, in units of the view box. */
export const pitch = { layer: 56, flow: 44, sway: 2.2, end: 26 };

export type DiagramLine = { path: string; x: number; y: number };
export type Crossing = { layer: number; flow: number; x: number; y: number; isLayerOver: boolean };
export type DiagramDrawing = {
  width: number;
  height: number;
  layers: DiagramLine[];
  flows: DiagramLine[];
  crossings: Crossing[];
};

const round = (value: number) => Math.round(value * 10) / 10;

/** Neighbouring crossings alternate. */
export const isLayerOver = (layer: number, flow: number) => (layer + flow) % 2 === 0;

/** A line bends to one side where it goes over, to the other where it goes under. */
const sway = (layer: number, flow: number) => (isLayerOver(layer, flow) ? pitch.sway : -pitch.sway);

/**
 * A smooth line through points with tangents along its direction. Relative steps, because equal
 * ones compress well.
 */
function drawLine(points: readonly (readonly [number, number])[], isVertical: boolean): string {
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

export function drawDiagram(layersCount: number, flowsCount: number): DiagramDrawing {
  const width = Math.max(layersCount - 1, 0) * pitch.layer + 2 * pitch.end;
  const height = Math.max(flowsCount - 1, 0) * pitch.flow + 2 * pitch.end;
  const columns = count(layersCount).map((index) => pitch.end + index * pitch.layer);
  const rows = count(flowsCount).map((index) => pitch.end + index * pitch.flow);

  const layers = columns.map((x, layer): DiagramLine => {
    const crossings = rows.map((y, flow) => [x + sway(layer, flow), y] as const);
    // The ends have different lengths.
    const end = height - ((layer * 7) % 11);
    const [first] = crossings[0] ?? [x];
    const [last] = crossings.at(-1) ?? [x];
    return { x, y: 0, path: drawLine([[first, 0], ...crossings, [last, end]], true) };
  });
  const flows = rows.map((y, flow): DiagramLine => {
    const crossings = columns.map((x, layer) => [x, y + sway(layer, flow)] as const);
    const end = width - ((flow * 5) % 13);
    return { x: 0, y, path: drawLine([[0, y], ...crossings, [end, y]], false) };
  });
  const crossings = columns.flatMap((x, layer) =>
    rows.map((y, flow) => ({
      layer,
      flow,
      x: round(x + sway(layer, flow)),
      y: round(y + sway(layer, flow)),
      isLayerOver: isLayerOver(layer, flow),
    })),
  );
  return { width, height, layers, flows, crossings };
}
