// Parses lists of proxies: one per line, CSV with a header, or JSON.

import { isCsvHeader, isJsonList } from '../../wire/proxy-lists.constants.ts';
import type { ListFormat } from '../../wire/proxy-sources.constants.ts';
import { parseCsv } from './parse-csv.ts';
import { parseJson } from './parse-json.ts';
import { howToWrite, type ParseResult } from './parsed-proxy.ts';
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

function parseLines(lines: readonly string[]): ParseResult {
  const parsed: ParseResult = { proxies: [], rejected: [] };
  for (const [at, raw] of lines.entries()) {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) continue;
    const line = at + 1;
    const read = readLine(text);
    if (read) parsed.proxies.push({ line, ...read });
    else parsed.rejected.push({ line, error: howToWrite });
  }
  return parsed;
}
