import { Diagram } from '#ui/diagram/Diagram.tsx';
import { listLinks } from './diagram-links.ts';
import type { DiagramData } from './diagram-schema.ts';

type PageDiagramProps = DiagramData & { hasCaption?: boolean; className?: string };

/** The diagram that a page declares, with a link wherever a flow is handed over. */
export const PageDiagram = ({ hasCaption = true, className, ...diagram }: PageDiagramProps) => (
  <figure className={className}>
    <Diagram
      label={diagram.label}
      layers={diagram.layers}
      flows={diagram.flows.map(({ name }) => name)}
      links={listLinks(diagram)}
    />
    {hasCaption && <figcaption className="mt-4 text-xs text-quiet">{diagram.label}</figcaption>}
  </figure>
);
