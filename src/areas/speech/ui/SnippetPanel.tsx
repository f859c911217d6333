import { Link } from 'react-router';
import { apiBaseUrl } from '#client/session.ts';
import { Panel } from '#ui/Panel.tsx';
import { type Snippet, SnippetTabs } from '#ui/SnippetTabs.tsx';
import { keyPlaceholder } from './snippets.ts';

type SnippetPanelProps = { createSnippets: (origin: string) => readonly Snippet[] };

export const SnippetPanel = ({ createSnippets }: SnippetPanelProps) => (
  <Panel
    title="From a program"
    description={
      <>
        Replace {keyPlaceholder} with an{' '}
        <Link to="/dashboard/keys" className="link">
          API key
        </Link>{' '}
        that has the scope speech.
      </>
    }
  >
    <SnippetTabs snippets={createSnippets(apiBaseUrl || location.origin)} />
  </Panel>
);
