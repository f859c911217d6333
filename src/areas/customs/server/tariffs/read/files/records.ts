// What all readers need to write records: their defaults, digits of codes, dates, and duties, of
// which a publication repeats the same few thousand.
import type { Duty } from '../../../engine/rules/duty-schema.ts';
import type { TariffCode, TariffMeasure } from '../../tariff-model.ts';
import { type DutyForm, parseDuty } from '../duty/parse-duty.ts';

export const codeRecord = (
  of: Pick<TariffCode, 'code' | 'indent' | 'isDeclarable' | 'descriptions'> & Partial<TariffCode>,
): TariffCode => ({ units: [], validFrom: null, validTo: null, ...of, record: 'code' });

export const measureRecord = (
  of: Pick<TariffMeasure, 'code' | 'kind' | 'duty' | 'text'> & Partial<TariffMeasure>,
): TariffMeasure => ({
  origin: '*',
  excludedOrigins: [],
  programme: null,
  additionalCode: null,
  quotaOrderNumber: null,
  conditions: [],
  season: null,
  validFrom: null,
  validTo: null,
  legalBase: null,
  ...of,
  record: 'measure',
});

/** The digits of a code written with points or spaces; null if it is not one. */
export function readDigits(code: string): string | null {
  const digits = code.replaceAll(/[.\s]/g, '');
  return /^\d{2,12}$/.test(digits) ? digits : null;
}

/** An ISO date; null if the text is not a date in this order. */
export function isoDate(text: string, order: 'dmy' | 'mdy' | 'ymd'): string | null {
  const [, one = '', two = '', three = ''] =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ].*)?$/.exec(text.trim()) ?? [];
  const [day, month, year] =
    order === 'dmy' ? [one, two, three] : order === 'mdy' ? [two, one, three] : [three, two, one];
  const date = `${wholeYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

/** Tariffs in force began after 1969 and before 2070. */
const wholeYear = (year: string): string =>
  year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : year;

const dutiesMax = 20_000;

/** `parseDuty` for one publication, remembering what it has read. */
export function dutyReader(form: DutyForm): (text: string) => Duty {
  const known = new Map<string, Duty>();
  return (text) => {
    const read = known.get(text) ?? parseDuty(text, form);
    if (known.size < dutiesMax) known.set(text, read);
    return read;
  };
}

/** The number of dashes with which a description begins, and the description without them. */
export function splitDashes(text: string): { dashes: number; rest: string } {
  const [lead = ''] = /^[-–—\s]*/.exec(text) ?? [];
  return { dashes: lead.replaceAll(/\s/g, '').length, rest: text.slice(lead.length) };
}

/**
 * Rows without a code of their own ("Horses:") are part of the description of what is below them.
 * Reads the rows in order, each with its depth.
 */
export class Superiors {
  #rows: { indent: number; text: string }[] = [];

  add(indent: number, text: string): void {
    this.leave(indent);
    this.#rows.push({ indent, text: text.replace(/:$/, '') });
  }

  describe(indent: number, text: string): string {
    this.leave(indent);
    return [...this.#rows.map((row) => row.text), text].join(': ');
  }

  leave(indent: number): void {
    while (this.#rows.length > 0 && this.#rows.at(-1)!.indent >= indent) this.#rows.pop();
  }
}
