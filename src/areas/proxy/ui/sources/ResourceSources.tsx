import { useResourceSources } from './queries.ts';
import { SourcesPanel } from './SourcesPanel.tsx';

export const ResourceSources = ({ name }: { name: string }) => (
  <SourcesPanel calls={useResourceSources(name)} mayWrite />
);
