// A request as code. Keys are never printed: code reads them from the environment.
import { addressOf, type RequestParts } from './request-parts.ts';

const keyName = 'WEFTLINE_API_KEY';
const tokenName = 'WEFTLINE_ACCESS_TOKEN';

type Header = { name: string; before: string; variable: string };

const credentialOf = ({ needsCredential, sendsKey }: RequestParts): Header | undefined => {
  if (!needsCredential) return undefined;
  return sendsKey
    ? { name: 'X-API-Key', before: '', variable: keyName }
    : { name: 'Authorization', before: 'Bearer ', variable: tokenName };
};

const quoteShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The text fields of a form; its files are named in the call. */
function fieldsOf({ body, files }: RequestParts): [string, string][] {
  const fields = parseObject(body);
  return Object.entries(fields)
    .filter(([name]) => !files.includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

function parseObject(text = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function printCurl(parts: RequestParts, origin: string): string {
  const { method, bodyKind, body, files } = parts;
  const credential = credentialOf(parts);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteAddress(origin + addressOf(parts))}`,
    ...(credential ? [`-H "${credential.name}: ${credential.before}$${credential.variable}"`] : []),
    ...(bodyKind === 'json'
      ? [`-H 'Content-Type: application/json'`, `-d ${quoteShell(indent(body ?? '{}', '  '))}`]
      : []),
    ...(bodyKind === 'raw' ? ['--data-binary @file'] : []),
    ...(bodyKind === 'form' ? files.map((name) => `-F ${name}=@file`) : []),
    ...(bodyKind === 'form'
      ? fieldsOf(parts).map(([name, value]) => `-F ${quoteShell(`${name}=${value}`)}`)
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

export function printTypeScript(parts: RequestParts, origin: string): string {
  const { method, bodyKind, body = '{}', files } = parts;
  const credential = credentialOf(parts);
  const value = credential && `process.env.${credential.variable}`;
  const headers = [
    ...(credential && value
      ? [
          credential.before
            ? `    Authorization: \`Bearer \${${value}}\`,`
            : `    'X-API-Key': ${value} ?? '',`,
        ]
      : []),
    ...(bodyKind === 'json' ? [`    'Content-Type': 'application/json',`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(bodyKind === 'json' ? [`  body: JSON.stringify(${indent(printObject(body), '  ')}),`] : []),
    ...(bodyKind === 'raw' ? [`  body: await openAsBlob('file'),`] : []),
    ...(bodyKind === 'form' ? ['  body: form,'] : []),
  ];
  const form =
    bodyKind === 'form'
      ? [
          'const form = new FormData();',
          ...files.map((name) => `form.append('${name}', await openAsBlob('file'));`),
          ...fieldsOf(parts).map(
            ([name, text]) => `form.append('${name}', ${JSON.stringify(text)});`,
          ),
        ]
      : [];
  const opens = bodyKind === 'raw' || files.length > 0;
  const address = `'${origin}${addressOf(parts)}'`;
  return [
    ...(opens ? [`import { openAsBlob } from 'node:fs';`, ''] : []),
    ...form,
    options.length > 0
      ? `const response = await fetch(${address}, {\n${options.join('\n')}\n});`
      : `const response = await fetch(${address});`,
    'console.log(response.status, await response.text());',
  ].join('\n');
}

export function printPython(parts: RequestParts, origin: string): string {
  const { method, bodyKind, body = '{}', files } = parts;
  const credential = credentialOf(parts);
  const value = credential && `os.environ["${credential.variable}"]`;
  const options = [
    ...(credential
      ? [
          `    headers={"${credential.name}": ${credential.before ? `"${credential.before}" + ` : ''}${value}},`,
        ]
      : []),
    ...(bodyKind === 'json' ? [`    json=${indent(toPython(body), '    ')},`] : []),
    ...(bodyKind === 'raw' ? ['    data=open("file", "rb"),'] : []),
    ...(bodyKind === 'form' && fieldsOf(parts).length > 0
      ? [`    data=${JSON.stringify(Object.fromEntries(fieldsOf(parts)))},`]
      : []),
    ...files.map((name) => `    files={"${name}": open("file", "rb")},`),
  ];
  return [
    ...(credential ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${origin}${addressOf(parts)}",`,
    ...options,
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

/** Words of JSON that Python writes in another way, outside of texts. */
const toPython = (json: string) =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) =>
    found === 'true' ? 'True' : found === 'false' ? 'False' : found === 'null' ? 'None' : found,
  );
