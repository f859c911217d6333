// What the rows of all workbooks of TARIC have in common.
import type { Row } from './files/files.ts';
import { isoDate } from './files/records.ts';

/** Ten digits; the suffix of a line that may follow them is left out. */
export const readGoodsCode = ({ cell }: Row): string | null =>
  /^(\d{10})(?:\s+\d\d)?$/.exec(cell('Goods code'))?.[1] ?? null;

export type Period = { validFrom: string | null; validTo: string | null };

/** Null if one of them is not a date: without it the measure would apply at the wrong time. */
export function readPeriod({ cell }: Row): Period | null {
  const [from, to] = [cell('Start date'), cell('End date')];
  const read = (text: string) => isoDate(text, /^\d{4}-/.test(text) ? 'ymd' : 'dmy');
  const [validFrom, validTo] = [read(from), read(to)];
  return (from !== '' && validFrom === null) || (to !== '' && validTo === null)
    ? null
    : { validFrom, validTo };
}
