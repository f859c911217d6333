import { CsvError, parse } from 'csv-parse/sync';
import type { ParseResult } from './parsed-proxy.ts';
import { type ProxyRecord, readRecord } from './read-record.ts';

const brokenCsv = 'A quote up to this line is never closed. Close it or remove it.';
const columnsMax = 30;
const tooWide = `A line has at most ${columnsMax} columns.`;

/** With a header, separated by commas or semicolons. */
export function parseCsv(text: string, lines: readonly string[]): ParseResult {
  const first = lines.find((line) => line.trim()) ?? '';
  const delimiter = first.includes(';') ? ';' : ',';
  const wide = lines.findIndex((line) => line.split(delimiter, columnsMax + 1).length > columnsMax);
  if (wide >= 0) return { proxies: [], rejected: [{ line: wide + 1, error: tooWide }] };
  try {
    return parseRows(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines);
    return { proxies: [], rejected: [{ line, error: brokenCsv }] };
  }
}

function parseRows(text: string, delimiter: string): ParseResult {
  const parsed: ParseResult = { proxies: [], rejected: [] };
  const rows = parse(text, {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    bom: true,
  }) as unknown as { record: ProxyRecord; info: { lines: number } }[];
  for (const { record, info } of rows) {
    const read = readRecord(record);
    if (typeof read === 'string') parsed.rejected.push({ line: info.lines, error: read });
    else parsed.proxies.push({ line: info.lines, ...read });
  }
  return parsed;
}
