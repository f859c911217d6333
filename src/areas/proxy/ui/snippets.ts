// A first request through the gateway, in a form that works when it is pasted.
import type { Snippet } from '#ui/SnippetTabs.tsx';

type Gateway = { resource: string; address: string; url: string };
const keyPlace = 'YOUR_API_KEY';

/** Names and addresses hold no letter that a shell or a string would read as its own. */
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
    `--proxy-user '${resource}.session-1:${keyPlace}'`,
  ].join(' \\\n  ');

const writeTypeScript = ({ resource, address, url }: Gateway): string =>
  [
    "import { fetch, ProxyAgent } from 'undici';",
    '',
    `const login = '${resource}.session-1:${keyPlace}';`,
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
    `proxy = "http://${resource}.session-1:${keyPlace}@${address}"`,
    'handler = urllib.request.ProxyHandler({"http": proxy, "https": proxy})',
    'opener = urllib.request.build_opener(handler)',
    `print(opener.open("${url}").read().decode())`,
  ].join('\n');

/** An address that the resource lets through. */
export const exampleUrl = (targetHosts: readonly string[]): string =>
  `https://${(targetHosts[0] ?? 'example.com').replace(/^\*\./, '')}/`;
