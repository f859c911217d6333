import { pythonArgument, pythonName } from '#lib/python-names.ts';
import type { SdkResult } from '#lib/sdk-calls.ts';
import type { RequestParts } from './request-parts.ts';
import { parseObject, refreshName, splitValues, tokenName, toResult } from './snippets.ts';

/** With the Python client, which reads the key from the environment itself. */
export function printPython(parts: RequestParts, origin: string): string {
  const { sdk, needsCredential, sendsKey } = parts;
  const result = toResult(parts);
  const call = `client.${pythonName(sdk.name)}(${printArguments(listArguments(parts))})`;
  const usesSession = needsCredential && !sendsKey;
  return [
    ...(usesSession ? ['import os'] : []),
    ...(result === 'file' || call.includes('Path("') ? ['from pathlib import Path'] : []),
    `from weftline import ${usesSession ? 'SessionTokens, ' : ''}Weftline`,
    '',
    ...(usesSession ? printSession(origin) : [`client = Weftline(base_url="${origin}")`]),
    ...printUse[result](call),
  ].join('\n');
}

const printSession = (origin: string) => [
  'tokens = SessionTokens(',
  `    os.environ["${tokenName}"],`,
  `    os.environ["${refreshName}"],`,
  ')',
  `client = Weftline(base_url="${origin}", session=tokens)`,
];

const printUse: Record<SdkResult, (call: string) => string[]> = {
  value: (call) => [`result = ${call}`, 'print(result)'],
  nothing: (call) => [call],
  list: (call) => [`for one in ${call}:`, '    print(one)'],
  stream: (call) => [`for event in ${call}:`, '    print(event)'],
  file: (call) => [`Path("response").write_bytes(${call})`],
};

/** Values of the path, then fields of the body and the query by their names. */
function listArguments(parts: RequestParts): string[] {
  const { values, bodyKind, body, files } = parts;
  const { inPath, query } = splitValues(parts);
  const fields = bodyKind === 'raw' ? [] : Object.entries(parseObject(body));
  return [
    ...inPath.map((name) => JSON.stringify(values[name] ?? '')),
    ...(bodyKind === 'raw' ? ['Path("file")'] : []),
    ...files.map((name) => `${pythonArgument(name)}=Path("file")`),
    ...fields
      .filter(([name]) => !files.includes(name))
      .map(([name, value]) => `${pythonArgument(name)}=${printValue(value, '    ')}`),
    ...query.map(([name, value]) => `${pythonArgument(name)}=${printText(value)}`),
  ];
}

/** On one line if they fit. */
function printArguments(args: readonly string[]): string {
  const line = args.join(', ');
  if (line.length <= 60 && !line.includes('\n') && args.length <= 3) return line;
  return `\n${args.map((one) => `    ${one},\n`).join('')}`;
}

/** What the query has as text. */
function printText(value: string): string {
  if (value === 'true' || value === 'false') return printValue(value === 'true', '');
  return /^(0|[1-9]\d{0,14})$/.test(value) ? value : JSON.stringify(value);
}

function printValue(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = Object.entries(value).map(([name, one]) => {
    const printed = printValue(one, `${indent}    `);
    return Array.isArray(value) ? printed : `${JSON.stringify(name)}: ${printed}`;
  });
  if (inner.length === 0) return open + close;
  return `${open}\n${inner.map((one) => `${indent}    ${one},\n`).join('')}${indent}${close}`;
}
