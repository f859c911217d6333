import type { DiagramData } from '../diagram/diagram-schema.ts';
import { FlowDiagram } from '../diagram/FlowDiagram.tsx';
import { Section } from '../sections/Section.tsx';

/** The page's diagram, once a page. */
export const FlowSection = ({ diagram }: { diagram: DiagramData }) => (
  <Section
    title="How it works"
    lead="Columns are the parts of the system, lines are what passes through them. Play one, or choose a part to read what happens there."
    shape="demo"
  >
    <FlowDiagram diagram={diagram} />
  </Section>
);
