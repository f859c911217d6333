// Code examples for a first request through the gateway.
import type { Snippet } from '#ui/SnippetTabs.tsx';

type Gateway = { resource: string; address: string; url: string };
const keyPlaceholder = 'YOUR_API_KEY';

/** Names and addresses contain no characters that need escaping. */
export function snippetsFor(gateway: Gateway): Snippet[] {
  return [
    { value: 'curl', label: 'curl', code: writeCurl(gateway) },
    { value: 'typescript', label: 'TypeScript', code: writeTypeScript(gateway) },
    { value: 'python', label: 'Python', code: writePython(gateway) },
  ];
}

const writeCurl = ({ resource, address, url }: Gateway): string =>
  [
    `curl ${url}`,
    `--proxy http://${address}`,
    `--proxy-user '${resource}.session-1:${keyPlaceholder}'`,
  ].join(' \\\n  ');

const writeTypeScript = ({ resource, address, url }: Gateway): string =>
  [
    "import { fetch, ProxyAgent } from 'undici';",
    '',
    `const login = '${resource}.session-1:${keyPlaceholder}';`,
    'const dispatcher = new ProxyAgent({',
    `  uri: 'http://${address}',`,
    "  token: 'Basic ' + Buffer.from(login).toString('base64'),",
    '});',
    `const response = await fetch('${url}', { dispatcher });`,
    'console.log(response.status, await response.text());',
  ].join('\n');

const writePython = ({ resource, address, url }: Gateway): string =>
  [
    'import urllib.request',
    '',
    `proxy = "http://${resource}.session-1:${keyPlaceholder}@${address}"`,
    'handler = urllib.request.ProxyHandler({"http": proxy, "https": proxy})',
    'opener = urllib.request.build_opener(handler)',
    `print(opener.open("${url}").read().decode())`,
  ].join('\n');

/** A URL that matches the target hosts. */
export const exampleUrl = (targetHosts: readonly string[]): string =>
  `https://${(targetHosts[0] ?? 'example.com').replace(/^\*\./, '')}/`;
