import { Link } from 'react-router';
import { Panel } from '#ui/Panel.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import type { ResourceWire } from '../../wire/index.ts';
import { exampleUrl, snippetsFor } from './snippets.ts';

/** How to send requests through the gateway. */
export function GatewayPanel({ resource }: { resource: ResourceWire }) {
  const { name, gateway, target_hosts } = resource;
  if (!gateway)
    return (
      <Panel title="Gateway" className="mt-6">
        <p className="text-quiet">
          The gateway is not enabled on this server. List proxies with the API, and report those
          that are banned.
        </p>
      </Panel>
    );
  const snippets = snippetsFor({ resource: name, address: gateway, url: exampleUrl(target_hosts) });
  return (
    <Panel
      title="Gateway"
      description="Works with any HTTP client. Add .session-ID to keep one proxy, or .country-DE to select its country."
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
      <SnippetTabs snippets={snippets} />
    </Panel>
  );
}
