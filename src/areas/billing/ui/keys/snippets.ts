// A first request with a new key, ready to be pasted.
import type { Scope } from '#lib/scopes.ts';
import type { Snippet } from '#ui/SnippetTabs.tsx';

type FirstCall = { path: string; body?: object };

/** One request for each scope that has one without further input, simplest first. */
const firstCalls: readonly (FirstCall & { scope: Scope })[] = [
  { scope: 'profile:read', path: '/apix/accounts/profile/' },
  { scope: 'payments:read', path: '/apix/payments/transactions/balance/' },
  { scope: 'billing:read', path: '/apix/billing/subscriptions/current/' },
  { scope: 'customs', path: '/apix/data_customs/currencies/' },
  { scope: 'proxy', path: '/apix/data_proxy/resources/' },
  { scope: 'support:write', path: '/apix/support/tickets/' },
  { scope: 'speech', path: '/apix/services/tts/base64/', body: { text: 'Hello' } },
];

/** Works with any key. Scopes such as `proxy:credentials` have no request of their own. */
const callOfAny: FirstCall = { path: '/apix/billing/tariffs/' };

/** Keys and our own paths contain no characters that need escaping in a shell or a string. */
export function snippetsFor(key: string, scopes: readonly Scope[], origin: string): Snippet[] {
  const { path, body } = firstCalls.find(({ scope }) => scopes.includes(scope)) ?? callOfAny;
  const call = { url: origin + path, key, json: body && JSON.stringify(body) };
  return [
    { value: 'curl', label: 'curl', code: writeCurl(call) },
    { value: 'typescript', label: 'TypeScript', code: writeTypeScript(call) },
    { value: 'python', label: 'Python', code: writePython(call) },
  ];
}

type Call = { url: string; key: string; json: string | undefined };

const writeCurl = ({ url, key, json }: Call): string =>
  [
    `curl ${url}`,
    `-H "Authorization: ApiKey ${key}"`,
    ...(json ? ['-H "Content-Type: application/json"', `-d '${json}'`] : []),
  ].join(' \\\n  ');

const writeTypeScript = ({ url, key, json }: Call): string =>
  [
    `const response = await fetch('${url}', {`,
    ...(json ? ["  method: 'POST',"] : []),
    '  headers: {',
    `    Authorization: 'ApiKey ${key}',`,
    ...(json ? ["    'Content-Type': 'application/json',"] : []),
    '  },',
    ...(json ? [`  body: '${json}',`] : []),
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');

const writePython = ({ url, key, json }: Call): string =>
  [
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(json ? [`    data=b'${json}',`] : []),
    '    headers={',
    `        "Authorization": "ApiKey ${key}",`,
    ...(json ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ')',
    'print(urllib.request.urlopen(request).read().decode())',
  ].join('\n');
