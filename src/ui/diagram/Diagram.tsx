import clsx from 'clsx';
import { useId } from 'react';
import { drawDiagram, pitch } from '#lib/diagram-lines.ts';
import { DiagramLines } from './DiagramLines.tsx';

export type DiagramProps = {
  /** From left to right; names are unique. */
  layers: readonly string[];
  /** From top to bottom; names are unique. */
  flows: readonly string[];
  /** Hand-overs, as [layer index, flow index]. */
  links?: readonly (readonly [number, number])[];
  /** The others are drawn paler; at the layer it is marked. */
  highlighted?: { flow: number; layer?: number | undefined };
  /** What the diagram shows, in one sentence. */
  label: string;
  /** Hidden from assistive technology and without names. */
  isDecorative?: boolean;
  className?: string;
};

function describeDiagram({ layers, flows, links = [] }: DiagramProps): string {
  const handOvers = links.map(([a, b]) => `${flows[b]} at ${layers[a]}`).join(', ');
  const parts = `Layers: ${layers.join(', ')}. Flows: ${flows.join(', ')}.`;
  return handOvers ? `${parts} Hand-overs: ${handOvers}.` : parts;
}

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 1000) / 10}%`;

function LayerNames({ names, width }: { names: readonly string[]; width: number }) {
  return (
    <div
      aria-hidden="true"
      className="col-start-2 flex items-end justify-between pb-1.5 text-quiet"
      style={{ paddingInline: percent(pitch.end, width) }}
    >
      {names.map((name) => (
        <span key={name} className="flex w-0 justify-center">
          <span className="rotate-180 whitespace-nowrap [writing-mode:vertical-rl]">{name}</span>
        </span>
      ))}
    </div>
  );
}

function FlowNames({ names, height }: { names: readonly string[]; height: number }) {
  return (
    <div aria-hidden="true" className="relative col-start-1 row-start-2">
      {names.map((name, index) => (
        <span
          key={name}
          className="absolute right-2 left-0 -translate-y-1/2 text-right leading-none text-balance sm:leading-tight"
          style={{ top: percent(pitch.end + index * pitch.flow, height) }}
        >
          {name}
        </span>
      ))}
    </div>
  );
}

/**
 * An architecture as vertical layers crossed by horizontal flows, alternating between over and
 * under. It is animated once, without scripts; the gaps have the colour of the surface.
 */
export function Diagram(props: DiagramProps) {
  const { layers, flows, links = [], highlighted, label, isDecorative, className } = props;
  const id = useId();
  const drawing = drawDiagram(layers.length, flows.length);
  const { width, height } = drawing;
  if (isDecorative) {
    return (
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className={clsx('block h-auto w-full', className)}
      >
        <DiagramLines drawing={drawing} links={links} />
      </svg>
    );
  }
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,26%)_1fr] grid-rows-[auto_auto] text-xs leading-tight',
        className,
      )}
    >
      <LayerNames names={layers} width={width} />
      <FlowNames names={flows} height={height} />
      <svg
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-description`}
        viewBox={`0 0 ${width} ${height}`}
        className="col-start-2 row-start-2 block h-auto w-full"
      >
        <title id={`${id}-title`}>{label}</title>
        <desc id={`${id}-description`}>{describeDiagram(props)}</desc>
        <DiagramLines drawing={drawing} links={links} highlighted={highlighted} />
      </svg>
    </div>
  );
}
