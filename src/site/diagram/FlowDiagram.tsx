import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Diagram } from '#ui/diagram/Diagram.tsx';
import { listLinks } from './diagram-links.ts';
import type { DiagramData } from './diagram-schema.ts';

const stepMs = 2600;

/** The stop that is shown; `play` shows them one after the other. */
function useStops(count: number) {
  const [stop, setStop] = useState<number | null>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => {
      const next = (stop ?? -1) + 1;
      if (next < count) setStop(next);
      else setIsPlaying(false);
    }, stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, stop, count]);
  return {
    stop,
    isPlaying,
    show(at: number) {
      setIsPlaying(false);
      setStop(at);
    },
    toggle() {
      if (!isPlaying) setStop(stop === null || stop === count - 1 ? 0 : stop + 1);
      setIsPlaying(!isPlaying);
    },
  };
}

type StopProps = { layer: string; note: string; isOpen: boolean; onShow: () => void };

const Stop = ({ layer, note, isOpen, onShow }: StopProps) => (
  <li className="relative border-l border-control pb-5 pl-6 last:pb-0" onMouseEnter={onShow}>
    <span
      aria-hidden
      className={`absolute top-1.5 -left-[5px] size-[9px] rotate-45 ${isOpen ? 'scale-150 bg-accent' : 'bg-quiet'}`}
    />
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onShow}
      className="font-semibold aria-pressed:text-accent"
    >
      {layer}
    </button>
    <p className="max-w-measure text-quiet">{note}</p>
  </li>
);

/** A page's diagram, and one of its flows told layer by layer. */
export function FlowDiagram({ diagram }: { diagram: DiagramData }) {
  const { label, layers, flows } = diagram;
  const highlighted = flows.findIndex(({ notes }) => notes);
  const { name, through, notes = [] } = flows[highlighted] ?? { name: '', through: [] };
  const { stop, isPlaying, show, toggle } = useStops(through.length);
  const layer = stop === null ? undefined : layers.indexOf(through[stop] ?? '');
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-12">
      <figure className="lg:col-span-7">
        <Diagram
          label={label}
          layers={layers}
          flows={flows.map((flow) => flow.name)}
          links={listLinks(diagram)}
          highlighted={{ flow: highlighted, layer }}
        />
        <figcaption className="mt-4 text-xs text-quiet">{label}</figcaption>
      </figure>
      <div className="lg:col-span-5">
        <div className="flex items-center justify-between gap-4">
          <h3 className="text-xl">{name}</h3>
          <Button
            size="small"
            onClick={toggle}
            icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          >
            {isPlaying ? 'Pause' : 'Play'}
          </Button>
        </div>
        <ol className="mt-6">
          {through.map((stopLayer, at) => (
            <Stop
              key={stopLayer}
              layer={stopLayer}
              note={notes[at] ?? ''}
              isOpen={at === stop}
              onShow={() => show(at)}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}
