import { Weave } from '#ui/Weave.tsx';
import { knotsOf } from '../sketch-knots.ts';
import type { SketchData } from '../sketch-schema.ts';

type SketchProps = SketchData & { hasCaption?: boolean; className?: string };

/** A weave from the words of a page: a knot wherever a flow is handed over. */
export const Sketch = ({ hasCaption = true, className, ...sketch }: SketchProps) => (
  <figure className={className} data-pagefind-ignore="">
    <Weave
      label={sketch.label}
      warp={sketch.warp}
      weft={sketch.weft.map(({ name }) => name)}
      knots={knotsOf(sketch)}
    />
    {hasCaption && <figcaption className="mt-4 text-xs text-quiet">{sketch.label}</figcaption>}
  </figure>
);
