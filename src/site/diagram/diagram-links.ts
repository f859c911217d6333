import type { DiagramData } from './diagram-schema.ts';

/** The hand-overs of a diagram as [layer index, flow index]. */
export const listLinks = ({ layers, flows }: DiagramData): (readonly [number, number])[] =>
  flows.flatMap(({ through }, index) =>
    through.map((layer) => [layers.indexOf(layer), index] as const),
  );
