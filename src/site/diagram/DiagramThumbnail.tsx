import clsx from 'clsx';
import { linksOf } from './diagram-links.ts';
import type { DiagramData } from './diagram-schema.ts';

/** Distance between lines, and how far their ends stick out, in units of the view box. */
const step = 14;
const end = 8;
const gap = 3.5;
const at = (index: number) => end + index * step;
const count = (length: number) => Array.from({ length }, (_, index) => index);

/** Only a few paths: a page may show many thumbnails before its first paint. */
function drawThumbnail(diagram: DiagramData) {
  const layers = count(diagram.layers.length);
  const flows = count(diagram.flows.length);
  const width = at(layers.length - 1) + end;
  const height = at(flows.length - 1) + end;
  const crossings = layers.flatMap((layer) => flows.map((flow) => [layer, flow] as const));
  // Neighbouring crossings alternate between layer on top and flow on top.
  const over = crossings.filter(([layer, flow]) => (layer + flow) % 2 === 0);
  const under = crossings.filter(([layer, flow]) => (layer + flow) % 2 === 1);
  return {
    width,
    height,
    layers: layers.map((layer) => `M${at(layer)} 0V${height}`).join(''),
    flows: [0, 1].map((color) =>
      flows
        .filter((flow) => flow % 2 === color)
        .map((flow) => `M0 ${at(flow)}H${width}`)
        .join(''),
    ),
    gaps: under.map(([layer, flow]) => `M${at(layer)} ${at(flow) - gap}v${gap * 2}`).join(''),
    tops: over.map(([layer, flow]) => `M${at(layer)} ${at(flow) - gap}v${gap * 2}`).join(''),
    links: linksOf(diagram)
      .map(([layer, flow]) => `M${at(layer)} ${at(flow) - 3}l3 3l-3 3l-3 -3z`)
      .join(''),
  };
}

type DiagramThumbnailProps = { diagram: DiagramData; className?: string };

/** A page's diagram without names, for lists of pages. */
export function DiagramThumbnail({ diagram, className }: DiagramThumbnailProps) {
  const { width, height, layers, flows, gaps, tops, links } = drawThumbnail(diagram);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      // Where the height is limited, the drawing stays next to the text.
      preserveAspectRatio="xMinYMid"
      className={clsx('block h-auto w-full', className)}
      fill="none"
      strokeWidth="1.3"
    >
      <path d={layers} stroke="var(--quiet)" />
      <path d={gaps} stroke="var(--surface)" strokeWidth="4" />
      <path d={flows[0]} stroke="var(--accent)" />
      <path d={flows[1]} stroke="var(--info)" />
      <path d={tops} stroke="var(--surface)" strokeWidth="4" />
      <path d={tops} stroke="var(--quiet)" />
      <path d={links} fill="var(--text)" stroke="var(--surface)" />
    </svg>
  );
}
