// The geometry of an architecture diagram: layers from top to bottom, flows from left to right.

/** Distance between lines, sway at a crossing and length of the ends, in units of the view box. */
export const pitch = { layer: 56, flow: 44, sway: 2, end: 26 };

export type DiagramLine = { path: string; x: number; y: number };
export type Crossing = { layer: number; flow: number; x: number; y: number; isLayerOver: boolean };
export type DiagramDrawing = {
  width: number;
  height: number;
  layers: DiagramLine[];
  flows: DiagramLine[];
  crossings: Crossing[];
};

/** Neighbouring crossings alternate. */
export const isLayerOver = (layer: number, flow: number) => (layer + flow) % 2 === 0;

/** A line bends to one side where it goes over, to the other where it goes under. */
const sway = (layer: number, flow: number) => (isLayerOver(layer, flow) ? pitch.sway : -pitch.sway);

type Point = readonly [x: number, y: number];

/** From each point to the next, with tangents along the line's direction. */
function drawSteps(points: readonly Point[], isVertical: boolean): string {
  return points
    .slice(1)
    .map(([x, y], index) => {
      const [beforeX = 0, beforeY = 0] = points[index] ?? [];
      const [dx, dy] = [x - beforeX, y - beforeY];
      const [out, back] = isVertical
        ? [`0 ${dy / 2}`, `${dx} ${dy / 2}`]
        : [`${dx / 2} 0`, `${dx / 2} ${dy}`];
      return `${index === 0 ? `c${out} ` : 's'}${back} ${dx} ${dy}`;
    })
    .join('');
}

/**
 * A smooth line from edge to edge, straight at its ends. Relative steps, each continuing the one
 * before: equal and short ones compress well.
 */
function drawLine(points: readonly Point[], end: number, isVertical: boolean): string {
  const [firstX = 0, firstY = 0] = points[0] ?? [];
  const [lastX = 0, lastY = 0] = points.at(-1) ?? [];
  const steps = drawSteps(points, isVertical);
  return isVertical
    ? `M${firstX} 0v${firstY}${steps}v${end - lastY}`
    : `M0 ${firstY}h${firstX}${steps}h${end - lastX}`;
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
    return { x, y: 0, path: drawLine(crossings, end, true) };
  });
  const flows = rows.map((y, flow): DiagramLine => {
    const crossings = columns.map((x, layer) => [x, y + sway(layer, flow)] as const);
    const end = width - ((flow * 5) % 13);
    return { x: 0, y, path: drawLine(crossings, end, false) };
  });
  const crossings = columns.flatMap((x, layer) =>
    rows.map((y, flow) => ({
      layer,
      flow,
      x: x + sway(layer, flow),
      y: y + sway(layer, flow),
      isLayerOver: isLayerOver(layer, flow),
    })),
  );
  return { width, height, layers, flows, crossings };
}
