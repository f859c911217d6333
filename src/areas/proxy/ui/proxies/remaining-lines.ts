// The lines of an import that were not added, for correction.
import type { ImportResultWire } from '../../wire/index.ts';
import { isCsvHeader, isJsonList, listNames } from '../../wire/proxy-lists.constants.ts';

type Rejected = Pick<ImportResultWire, 'rejected' | 'rejected_total'>;
export type RemainingLines = { text: string; rejected: ImportResultWire['rejected'] };

/**
 * With the header of CSV, and the rejected lines by their new numbers. The response names only the
 * first of many rejected lines, so all lines after the last of them remain too: what was added
 * already is only updated by another import. Null when the lines cannot be told apart.
 */
export function listRemainingLines(
  text: string,
  { rejected, rejected_total }: Rejected,
): RemainingLines | null {
  const isJson = isJsonList(text);
  const all = isJson ? readEntries(text) : text.split(/\r?\n/);
  if (!all) return null;
  const last = rejected.at(-1)?.line ?? 0;
  const reasons = new Map(rejected.map(({ line, error }) => [line, error]));
  const headerAt = isJson ? -1 : findHeader(all);
  const remaining = all
    .map((line, at) => ({ line, number: at + 1, isHeader: at === headerAt }))
    .filter(
      ({ number, isHeader }) =>
        isHeader || reasons.has(number) || (rejected_total > rejected.length && number > last),
    );
  const lines = remaining.map(({ line }) => line);
  return {
    text: isJson ? `[\n${lines.join(',\n')}\n]` : lines.join('\n'),
    rejected: remaining.flatMap(({ number }, at) => {
      const error = reasons.get(number);
      return error === undefined ? [] : [{ line: at + 1, error }];
    }),
  };
}

function findHeader(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '');
  return first >= 0 && isCsvHeader(lines[first] ?? '') ? first : -1;
}

/** Each as JSON. */
function readEntries(text: string): string[] | null {
  try {
    const list = JSON.parse(text) as Record<string, unknown>;
    const entries = Array.isArray(list)
      ? list
      : listNames.map((name) => list[name]).find(Array.isArray);
    return entries?.map((entry: unknown) => JSON.stringify(entry)) ?? null;
  } catch {
    return null;
  }
}
