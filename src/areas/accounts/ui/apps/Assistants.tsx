import { Link } from 'react-router';
import { apiBaseUrl } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { CopyButton } from '#ui/CopyButton.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import { ConnectedApps } from './ConnectedApps.tsx';

const name = site.name.toLowerCase();

const snippetsFor = (address: string) => [
  {
    value: 'claude',
    label: 'Claude Code',
    code: `claude mcp add --transport http ${name} ${address}`,
  },
  {
    value: 'vscode',
    label: 'VS Code',
    code: `code --add-mcp '${JSON.stringify({ name, type: 'http', url: address })}'`,
  },
  {
    value: 'cursor',
    label: 'Cursor',
    code: `// ~/.cursor/mcp.json\n${JSON.stringify({ mcpServers: { [name]: { url: address } } }, null, 2)}`,
  },
];

const Guide = () => (
  <Link className="link" to="/docs/guides/mcp">
    How to connect each assistant, and what it may do
  </Link>
);

/** The address for assistants, and those that are connected. */
export default function Assistants() {
  const address = `${apiBaseUrl || location.origin}/mcp`;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <title>{`Assistants · ${site.name}`}</title>
      <PageHeader
        title="Assistants"
        description="Let Claude, ChatGPT, Cursor and others calculate, look up and ask for you."
      />
      <Panel
        title="Your address"
        description="Add it to an assistant as a connector or MCP server. It asks you to sign in here."
        footer={<Guide />}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <p className="flex flex-wrap items-center gap-3">
            <code className="min-w-0 flex-1 basis-60 wrap-anywhere">{address}</code>
            <CopyButton value={address} label="Copy address" size="small" />
          </p>
          <SnippetTabs snippets={snippetsFor(address)} />
        </div>
      </Panel>
      <ConnectedApps />
    </div>
  );
}
