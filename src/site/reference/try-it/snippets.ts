// A request as code. Keys are never printed: code reads them from the environment.
import type { SdkResult } from '#lib/sdk-calls.ts';
import { type RequestParts, toAddress } from './request-parts.ts';

const keyName = 'WEFTLINE_API_KEY';
export const tokenName = 'WEFTLINE_ACCESS_TOKEN';
export const refreshName = 'WEFTLINE_REFRESH_TOKEN';

type Header = { name: string; before: string; variable: string };

const toCredential = ({ needsCredential, sendsKey }: RequestParts): Header | undefined => {
  if (!needsCredential) return undefined;
  return sendsKey
    ? { name: 'X-API-Key', before: '', variable: keyName }
    : { name: 'Authorization', before: 'Bearer ', variable: tokenName };
};

const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The text fields of a form; its files are named in the call. */
function listFields({ body, files }: RequestParts): [string, string][] {
  const fields = parseObject(body);
  return Object.entries(fields)
    .filter(([name]) => !files.includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

export function parseObject(text = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function printCurl(parts: RequestParts, origin: string): string {
  const { method, bodyKind, body, files } = parts;
  const credential = toCredential(parts);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteAddress(origin + toAddress(parts))}`,
    ...(credential ? [`-H "${credential.name}: ${credential.before}$${credential.variable}"`] : []),
    ...(bodyKind === 'json'
      ? [`-H 'Content-Type: application/json'`, `-d ${quoteShell(indent(body ?? '{}', '  '))}`]
      : []),
    ...(bodyKind === 'raw' ? ['--data-binary @file'] : []),
    ...(bodyKind === 'form' ? files.map((name) => `-F ${name}=@file`) : []),
    ...(bodyKind === 'form'
      ? listFields(parts).map(([name, value]) => `-F ${quoteShell(`${name}=${value}`)}`)
      : []),
  ];
  return lines.join(' \\\n  ');
}

const quoteAddress = (address: string) =>
  /^[\w:/.%~-]+$/.test(address) ? address : quoteShell(address);

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

/** An object of JSON as it is usual in TypeScript, without quotes around names. */
const printObject = (json: string) =>
  json
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\]|\\.)*)"/g, (text, inner: string) =>
      inner.includes("'") || inner.includes('\\') ? text : `'${inner}'`,
    );

/** What the call returns in the format that its query chooses. */
export const toResult = ({ values, sdk }: RequestParts): SdkResult =>
  [undefined, '', 'json'].includes(values.format) ? sdk.result : 'file';

/** With the SDK, which reads the key from the environment itself. */
export function printTypeScript(parts: RequestParts, origin: string): string {
  const { bodyKind, files, sdk } = parts;
  const result = toResult(parts);
  const call = `client.${sdk.name}(${sdkArguments(parts).join(', ')})`;
  const opens = bodyKind === 'raw' || files.length > 0;
  return [
    ...(opens ? [`import { openAsBlob } from 'node:fs';`] : []),
    ...(result === 'file' ? [`import { writeFile } from 'node:fs/promises';`] : []),
    `import { Weftline } from 'weftline';`,
    '',
    ...printClient(parts, origin),
    ...printUse[result](call),
  ].join('\n');
}

function printClient({ needsCredential, sendsKey }: RequestParts, origin: string): string[] {
  if (!needsCredential || sendsKey)
    return [`const client = new Weftline({ baseUrl: '${origin}' });`];
  return [
    'const client = new Weftline({',
    `  baseUrl: '${origin}',`,
    '  session: {',
    `    access: process.env.${tokenName} ?? '',`,
    `    refresh: process.env.${refreshName} ?? '',`,
    '  },',
    '});',
  ];
}

const printUse: Record<SdkResult, (call: string) => string[]> = {
  value: (call) => [`console.log(await ${call});`],
  nothing: (call) => [`await ${call};`],
  list: (call) => [`for await (const one of ${call}) console.log(one);`],
  stream: (call) => [`for await (const event of ${call}) console.log(event);`],
  file: (call) => [
    `const response = await ${call};`,
    `await writeFile('response', new Uint8Array(await response.arrayBuffer()));`,
  ],
};

/** Names of the path, and the values of the query. */
export function splitValues({ apiPath, values }: RequestParts) {
  const inPath = [...apiPath.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const query = Object.entries(values).filter(
    ([name, value]) => value !== '' && !inPath.includes(name),
  );
  return { inPath, query };
}

/** Values of the path, then the body, then the query. */
function sdkArguments(parts: RequestParts): string[] {
  const { values, bodyKind, body = '{}', files } = parts;
  const { inPath, query } = splitValues(parts);
  const fields = [
    ...files.map((name) => `  ${name}: await openAsBlob('file'),`),
    ...listFields(parts).map(([name, text]) => `  ${name}: ${quote(text)},`),
  ];
  return [
    ...inPath.map((name) => quote(values[name] ?? '')),
    ...(bodyKind === 'json' ? [printObject(body)] : []),
    ...(bodyKind === 'form' ? [`{\n${fields.join('\n')}\n}`] : []),
    ...(bodyKind === 'raw' ? [`await openAsBlob('file')`] : []),
    ...(query.length > 0 ? [printQuery(query)] : []),
  ];
}

const quote = (text: string) => (/['\\\n]/.test(text) ? JSON.stringify(text) : `'${text}'`);

const printQuery = (query: readonly [string, string][]) =>
  `{ ${query.map(([name, value]) => `${name}: ${quote(value)}`).join(', ')} }`;
