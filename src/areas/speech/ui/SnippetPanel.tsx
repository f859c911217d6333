import { Link } from 'react-router';
import { apiBaseUrl } from '#client/session.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { keyPlace, type Snippet } from './snippets.ts';

const Code = ({ label, code }: Snippet) => (
  <div className="grid grid-cols-1 justify-items-end gap-3">
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
      tabIndex={0}
      className="w-full overflow-x-auto border border-line surface-sunken p-4 font-mono text-xs leading-5"
    >
      <code>{code}</code>
    </pre>
    <CopyButton value={code} label={`Copy ${label}`} size="small" />
  </div>
);

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
    <Tabs
      label="Language of the example"
      items={snippetsOf(apiBaseUrl || location.origin).map((snippet) => ({
        ...snippet,
        content: <Code {...snippet} />,
      }))}
    />
  </Panel>
);
