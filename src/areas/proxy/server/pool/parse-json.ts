import { proxiesMax } from '../../wire/proxies.constants.ts';
import { listNames } from '../../wire/proxy-lists.constants.ts';
import type { ParseResult } from './parsed-proxy.ts';
import { howToWrite, readLine } from './read-line.ts';
import { type ProxyRecord, readRecord } from './read-record.ts';

const brokenJson = 'This is not a list in JSON. Check that it is complete.';
const tooLong = `A list has at most ${proxiesMax} proxies.`;

/** `next` is the address of the next page, when the list names one. */
export type JsonList = ParseResult & { next: string | null; isTooLong?: true };

/** Objects or lines, in an array or under a name that providers use. */
export function parseJson(text: string): JsonList {
  const { entries, next } = readEntries(text);
  if (!entries) return { proxies: [], rejected: [{ line: 1, error: brokenJson }], next };
  if (entries.length > proxiesMax) {
    const rejected = [{ line: proxiesMax + 1, error: tooLong }];
    return { proxies: [], rejected, next, isTooLong: true };
  }
  const parsed: JsonList = { proxies: [], rejected: [], next };
  for (const [at, entry] of entries.entries()) {
    const line = at + 1;
    const read = readEntry(entry);
    if (typeof read === 'string') parsed.rejected.push({ line, error: read });
    else parsed.proxies.push({ line, ...read });
  }
  return parsed;
}

function readEntries(text: string): { entries: unknown[] | null; next: string | null } {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return { entries: null, next: null };
  }
  if (Array.isArray(list)) return { entries: list, next: null };
  if (typeof list !== 'object' || list === null) return { entries: null, next: null };
  const fields = new Map<string, unknown>(Object.entries(list));
  const entries = listNames.map((name) => fields.get(name)).find(Array.isArray) ?? null;
  const next = fields.get('next');
  return { entries, next: typeof next === 'string' ? next : null };
}

function readEntry(entry: unknown) {
  if (typeof entry === 'string') {
    const read = readLine(entry);
    return 'proxy' in read ? read.proxy : read.error;
  }
  if (typeof entry !== 'object' || entry === null) return howToWrite;
  return readRecord(toRecord(entry));
}

const toRecord = (entry: object): ProxyRecord =>
  Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'number'
        ? [[name.toLowerCase(), String(value).trim()]]
        : [],
    ),
  );
