import { Link } from 'react-router';
import { apiBaseUrl } from '#client/session.ts';
import { Panel } from '#ui/Panel.tsx';
import { type Snippet, SnippetTabs } from '#ui/SnippetTabs.tsx';
import { keyPlace } from './snippets.ts';

type SnippetPanelProps = { snippetsOf: (origin: string) => readonly Snippet[] };

export const SnippetPanel = ({ snippetsOf }: SnippetPanelProps) => (
  <Panel
    title="From a program"
    description={
      <>
        Put an{' '}
        <Link to="/dashboard/keys" className="link">
          API key
        </Link>{' '}
        with the scope speech in place of {keyPlace}.
      </>
    }
  >
    <SnippetTabs snippets={snippetsOf(apiBaseUrl || location.origin)} />
  </Panel>
);
