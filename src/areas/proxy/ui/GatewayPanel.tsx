import { Link } from 'react-router';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import type { ResourceWire } from '../contract.ts';
import { exampleUrl, type Snippet, snippetsFor } from './snippets.ts';

const SnippetCode = ({ label, code }: Snippet) => (
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

/** How a program sends its requests through the resource. */
export function GatewayPanel({ resource }: { resource: ResourceWire }) {
  const { name, gateway, target_hosts } = resource;
  if (!gateway)
    return (
      <Panel title="Gateway" className="mt-6">
        <p className="text-quiet">
          There is no gateway on this server. Take proxies from the API, and report those that are
          banned.
        </p>
      </Panel>
    );
  const snippets = snippetsFor({ resource: name, address: gateway, url: exampleUrl(target_hosts) });
  return (
    <Panel
      title="Gateway"
      description="Any HTTP client works. Add .session-ID to keep one proxy, .country-DE to choose where it leaves."
      className="mt-6"
    >
      <p className="mb-3 text-sm">
        The password is{' '}
        <Link to="/dashboard/keys" className="link">
          an API key
        </Link>{' '}
        with the scope “proxy”. Each answer names its proxy in x-proxy-id: report it to
        /apix/data_proxy/proxy/block/ when it is banned inside HTTPS.
      </p>
      <Tabs
        label="Languages"
        items={snippets.map((snippet) => ({
          value: snippet.value,
          label: snippet.label,
          content: <SnippetCode {...snippet} />,
        }))}
      />
    </Panel>
  );
}
