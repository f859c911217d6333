// The diagram of a share image as SVG, made of numbers only: no text from the address is part of
// it.
import { createHash } from 'node:crypto';
import { brandColors } from '#lib/brand-colors.ts';
import { drawDiagram, isLayerOver } from '#lib/diagram-lines.ts';

export type CardDiagram = { layers: number; flows: number; links: readonly [number, number][] };

const colors = brandColors.dark;
const flowColors = [colors.accent, colors.info];
const linksMax = 9;

/** Drops links outside the grid of layers and flows. */
export const dropStrayLinks = ({ layers, flows, links }: CardDiagram): CardDiagram => ({
  layers,
  flows,
  links: links.filter(([a, b]) => a >= 0 && a < layers && b >= 0 && b < flows),
});

/** The same text gives the same diagram. */
export function readDiagram(text: string): CardDiagram {
  const bytes = createHash('sha256').update(text).digest();
  // Taller than wide: it fills the right side of the card.
  const layers = 5 + (bytes[0]! % 2);
  const flows = 7 + (bytes[1]! % 2);
  const links = [...bytes.subarray(2, 2 + 2 * linksMax)].flatMap((byte, at, all) => {
    const next = all[at + 1];
    const link: [number, number][] =
      at % 2 === 0 && next !== undefined ? [[byte % layers, next % flows]] : [];
    return link;
  });
  return { layers, flows, links: links.slice(0, 3 + (bytes[31]! % 4)) };
}

const line = (path: string, color: string, width: number) =>
  `<path d="${path}" stroke="${color}" stroke-width="${width}"/>`;

export function drawCardDiagram(diagram: CardDiagram): string {
  const { width, height, layers, flows, crossings } = drawDiagram(diagram.layers, diagram.flows);
  const chooseColor = (flow: number) => flowColors[flow % flowColors.length] ?? colors.accent;
  const parts = [
    ...layers.map(({ path }) => line(path, colors.quiet, 1.6)),
    ...flows.flatMap(({ path }, flow) => [
      line(path, colors.ground, 6),
      line(path, chooseColor(flow), 1.6),
    ]),
    ...crossings
      .filter(({ layer, flow }) => isLayerOver(layer, flow))
      .flatMap(({ x, y }) => [
        line(`M${x} ${y - 2.5}v5`, colors.ground, 6),
        line(`M${x} ${y - 4.5}v9`, colors.quiet, 1.6),
      ]),
    ...crossings
      .filter(({ layer, flow }) => diagram.links.some(([a, b]) => a === layer && b === flow))
      .map(
        ({ x, y, flow }) =>
          `<path d="M${x} ${y}m0 -6l6 6l-6 6l-6 -6z" fill="${chooseColor(flow)}" stroke="${colors.ground}" stroke-width="2"/>`,
      ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none">${parts.join('')}</svg>`;
}
