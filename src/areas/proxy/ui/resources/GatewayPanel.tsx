import { Fragment } from 'react';
import { Link } from 'react-router';
import { Panel } from '#ui/Panel.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import type { ResourceWire } from '../../wire/index.ts';
import { exampleUrl, snippetsFor } from './snippets.ts';

const options = [
  { option: 'country-DE', meaning: 'only proxies of this country' },
  { option: 'city-berlin', meaning: 'only proxies known to be in this city' },
  { option: 'session-ID', meaning: 'keeps the same proxy' },
  { option: 'sessionminutes-N', meaning: 'for 1 to 1440 minutes, together with a session' },
  { option: 'retries-N', meaning: 'tries 0 to 5 further proxies; 2 without it' },
  { option: 'user-NAME', meaning: 'logs in a sub-user with its own password' },
];

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
      description="Works with any client of HTTP or SOCKS 5 proxies, on the same address."
      className="mt-6"
    >
      <p className="mb-3 text-sm">
        The password is{' '}
        <Link to="/dashboard/keys" className="link">
          an API key
        </Link>{' '}
        with the scope “proxy”. Each HTTP response names its proxy in x-proxy-id: report it to
        /apix/data_proxy/proxy/block/ when it is banned inside HTTPS.
      </p>
      <SnippetTabs snippets={snippets} />
      <h3 className="mt-6 text-base">Options of the user name</h3>
      <p className="mt-1 text-sm text-quiet wrap-anywhere">
        After the resource, separated by dots, in any order: {name}.country-DE.session-1
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {options.map(({ option, meaning }) => (
          <Fragment key={option}>
            <dt className="font-mono">{option}</dt>
            <dd className="text-quiet">{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}
