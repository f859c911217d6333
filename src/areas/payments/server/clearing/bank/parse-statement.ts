// Bank statements as banks export them: CSV with named columns, or camt.053 (ISO 20022).
import { CsvError, parse } from 'csv-parse/sync';
import { InvalidInput } from '#kernel/http/errors.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { elements, elementText } from '#lib/xml-text.ts';
import { statementLinesMax } from '../../../wire/clearing.constants.ts';

export type StatementLine = {
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  /** Decimal text; below zero for what left the bank. */
  amount: string;
  currency: string;
  reference: string;
};

const problem = (message: string) => new InvalidInput({ file: [message] });

/** Throws InvalidInput on the field `file`. */
export function parseStatement(text: string): StatementLine[] {
  const bare = text.replace(/^\uFEFF/, '').trim();
  const lines = bare.startsWith('<') ? readCamt(bare) : readCsv(bare);
  if (lines.length === 0) throw problem('The file has no lines.');
  if (lines.length > statementLinesMax)
    throw problem(`The file has more than ${statementLinesMax} lines: choose a shorter period.`);
  return lines;
}

/** Names of columns, as banks of several countries write them. */
const columns = {
  date: /^((booking|transaction|posting|value|completed) )?date$|^buchungs(tag|datum)$/,
  amount: /^(net )?amount$|^betrag$|^transaction amount$/,
  currency: /^(payment )?currency( code)?$|^w[äa]hrung$|^ccy$/,
  reference: /reference|description|details|payee|name|purpose|narrative|verwendungszweck|memo/,
} as const;

function readCsv(text: string): StatementLine[] {
  const [header, ...rows] = parseRows(text);
  const names = (header ?? []).map((name) => name.toLowerCase());
  const find = (column: keyof typeof columns) =>
    names.findIndex((name) => columns[column].test(name));
  const [date, amount, currency] = [find('date'), find('amount'), find('currency')];
  const missing = [date < 0 && 'date', amount < 0 && 'amount', currency < 0 && 'currency'];
  const absent = missing.filter(Boolean).join(', ');
  if (absent) throw problem(`The first line has to name the columns; not found: ${absent}.`);
  const words = names.flatMap((name, at) => (columns.reference.test(name) ? [at] : []));
  const dates = rows.map((row) => row[date] ?? '');
  const readDay = dayReader(dates);
  return rows.flatMap((row, at) =>
    toLine(at + 2, {
      bookedOn: readDay(row[date] ?? ''),
      amount: readAmount(row[amount] ?? ''),
      currency: (row[currency] ?? '').toUpperCase(),
      reference: words
        .map((word) => row[word] ?? '')
        .filter(Boolean)
        .join(' '),
    }),
  );
}

function parseRows(text: string): string[][] {
  const header = /[^\r\n]*/.exec(text)?.[0] ?? '';
  const count = (sign: string) => header.split(sign).length;
  const delimiter = [',', ';', '\t'].reduce((most, one) => (count(one) > count(most) ? one : most));
  try {
    return parse(text, {
      delimiter,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: statementLinesMax + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw problem(`The file is not valid CSV near line ${Number(error.lines)}: check its quotes.`);
  }
}

type Unchecked = { [field in keyof StatementLine]: string | null };

function toLine(
  number: number,
  { bookedOn, amount, currency, reference }: Unchecked,
): StatementLine[] {
  if (bookedOn === null) throw problem(`Line ${number} has no date as YYYY-MM-DD or DD.MM.YYYY.`);
  if (amount === null) throw problem(`Line ${number} has no amount such as 1234.50 or -1.234,50.`);
  if (currency === null || !isCurrency(currency))
    throw problem(`Line ${number} has no currency such as USD.`);
  // Lines of nothing are notes of the bank.
  if (new Decimal(amount).isZero()) return [];
  return [{ bookedOn, amount, currency, reference: (reference ?? '').slice(0, 500) }];
}

/** 1234.50, 1,234.50, 1.234,50 and 1234,5, with a sign in front. Null for anything else. */
function readAmount(text: string): string | null {
  const bare = text.replace(/[\s\u00A0']/g, '').replace('\u2212', '-');
  const isComma = /,\d{1,2}$/.test(bare);
  const plain = isComma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '');
  return /^[+-]?\d{1,15}(\.\d{1,8})?$/.test(plain) ? new Decimal(plain).toFixed() : null;
}

/** 03/04/2026 is March or April: another line has to say which order the file has. */
function dayReader(dates: readonly string[]): (text: string) => string | null {
  const slashed = dates.flatMap((text) => {
    const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(text) ?? [];
    return first && second ? [{ first: Number(first), second: Number(second) }] : [];
  });
  const isDayFirst = slashed.some(({ first }) => first > 12);
  const isMonthFirst = slashed.some(({ second }) => second > 12);
  if (slashed.length > 0 && isDayFirst === isMonthFirst)
    throw problem('The dates can be read in two ways: export them as YYYY-MM-DD or DD.MM.YYYY.');
  return (text) => {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
    if (year) return toDay(year, month!, day!);
    const [, first, sign, second, last] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})/.exec(text) ?? [];
    if (!first) return null;
    const isReversed = sign === '/' && isMonthFirst;
    return isReversed ? toDay(last!, first, second!) : toDay(last!, second!, first);
  };
}

function toDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
}

/** An entry of several transactions is one line, as in the account. */
function readCamt(xml: string): StatementLine[] {
  // Banks differ in prefixes only.
  const bare = xml.replace(/<(\/?)\w+:/g, '<$1');
  if (!/<BkToCstmrStmt[\s>]/.test(bare))
    throw problem('The file is XML but no statement of the kind camt.053.');
  return elements(bare, 'Ntry').flatMap((entry, at) => {
    const [, currency] = /<Amt\s[^>]*Ccy="([A-Z]{3})"/.exec(entry) ?? [];
    const amount = readAmount(elementText(entry, 'Amt') ?? '');
    const isDebit = elementText(entry, 'CdtDbtInd') === 'DBIT';
    const [booked] = elements(entry, 'BookgDt');
    const day = booked && (elementText(booked, 'Dt') ?? elementText(booked, 'DtTm'));
    const words = ['Ustrd', 'EndToEndId', 'AddtlNtryInf', 'Nm', 'AcctSvcrRef'];
    return toLine(at + 1, {
      bookedOn: day ? dayReader([])(day) : null,
      amount: amount && (isDebit ? new Decimal(amount).negated().toFixed() : amount),
      currency: currency ?? null,
      reference: words.flatMap((name) => elements(entry, name)).join(' '),
    });
  });
}
