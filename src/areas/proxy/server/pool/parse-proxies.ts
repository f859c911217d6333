// Parses lists of proxies: one per line, CSV with a header, or JSON.

import { isCsvHeader, isJsonList } from '../../wire/proxy-lists.constants.ts';
import type { ListFormat } from '../../wire/proxy-sources.constants.ts';
import { parseCsv } from './parse-csv.ts';
import { parseJson } from './parse-json.ts';
import type { ParseResult } from './parsed-proxy.ts';
import { readLine } from './read-line.ts';

/** `next` is the address of the next page of a list in JSON. */
export type ParsedList = ParseResult & { next?: string | null; isTooLong?: true };

export function parseProxies(text: string, format: ListFormat = 'auto'): ParsedList {
  if (format === 'json' || (format === 'auto' && isJsonList(text))) return parseJson(text);
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim()) ?? '';
  const isCsv = format === 'csv' || (format === 'auto' && isCsvHeader(first));
  return isCsv ? parseCsv(text, lines) : parseLines(lines);
}

/** A line that can be read in two orders has that of the others, if they have only one. */
function parseLines(lines: readonly string[]): ParseResult {
  const texts = lines
    .map((text, at) => ({ text: text.trim(), line: at + 1 }))
    .filter(({ text }) => text !== '' && !/^(?:#|\/\/)/.test(text));
  const reads = texts.map(({ text, line }) => ({ text, line, read: readLine(text) }));
  const orders = new Set(
    reads.flatMap(({ read }) => ('proxy' in read && read.order ? [read.order] : [])),
  );
  const [order] = orders.size === 1 ? orders : [];
  const parsed: ParseResult = { proxies: [], rejected: [] };
  for (const { text, line, read: alone } of reads) {
    const read = 'isAmbiguous' in alone ? readLine(text, order) : alone;
    if ('proxy' in read) parsed.proxies.push({ line, ...read.proxy });
    else parsed.rejected.push({ line, error: read.error });
  }
  return parsed;
}
