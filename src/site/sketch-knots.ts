import type { SketchData } from './sketch-schema.ts';

/** The hand-overs of a sketch as [warp index, weft index]. */
export const knotsOf = ({ warp, weft }: SketchData): (readonly [number, number])[] =>
  weft.flatMap(({ through }, index) => through.map((part) => [warp.indexOf(part), index] as const));
