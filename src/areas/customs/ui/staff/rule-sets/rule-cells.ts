// The parts of a rule set that change most often, as cells of a form: dates, rates and tables. The
// rules stay one JSON object; a cell is a path in it.
import { isObject } from '#lib/is-object.ts';

export type Rules = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];

const child = (parent: unknown, name: string | number): unknown =>
  (parent as Record<string | number, unknown> | undefined)?.[name];

/** A copy with another value at the path; undefined removes the field or the item. */
export function changeAt<T>(parent: T, [name, ...rest]: Path, value: unknown): T {
  if (name === undefined) return value as T;
  const next = rest.length > 0 ? changeAt(child(parent, name), rest, value) : value;
  if (Array.isArray(parent)) {
    const at = Number(name);
    const items = next === undefined ? [] : [next];
    return [...parent.slice(0, at), ...items, ...parent.slice(at + 1)] as T;
  }
  const copy: Record<string, unknown> = { ...(parent as object) };
  if (next === undefined) delete copy[name];
  else copy[name] = next;
  return copy as T;
}

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** The literal numbers of a step: those that are read from a table or computed are not cells. */
const rateNames = ['rate', 'amount', 'unit_amount'] as const;

export type RateRow = {
  /** Of the step. */
  path: Path;
  code: string;
  label: string;
  /** `powertrain = electric`; empty if it always applies. */
  condition: string;
  cells: { name: (typeof rateNames)[number]; value: string }[];
  validFrom: string;
  validTo: string;
};

const signs: Record<string, string> = {
  eq: '=',
  ne: '≠',
  in: 'is one of',
  starts_with: 'starts with',
  lt: '<',
  le: '≤',
  gt: '>',
  ge: '≥',
};

const writeValue = (value: unknown): string =>
  Array.isArray(value) ? value.map(writeValue).join(', ') : String(value);

const isJoined = (when: unknown): boolean =>
  isObject(when) && (Array.isArray(when.all) || Array.isArray(when.any));

/** In brackets if it is joined of several, so that "and" and "or" are not mixed. */
const writePart = (when: unknown): string =>
  isJoined(when) ? `(${writeCondition(when)})` : writeCondition(when);

/** The condition of a step in words. */
export function writeCondition(when: unknown): string {
  if (!isObject(when)) return '';
  for (const [name, word] of [
    ['all', ' and '],
    ['any', ' or '],
  ] as const)
    if (Array.isArray(when[name])) return when[name].map(writePart).join(word);
  if (isObject(when.not)) return `not (${writeCondition(when.not)})`;
  const subject = when.fact ?? when.ref;
  if (typeof subject !== 'string' || typeof when.op !== 'string') return 'another condition';
  const words = subject.replaceAll('_', ' ');
  return when.value === undefined
    ? `${words} ${when.op}`
    : `${words} ${signs[when.op] ?? when.op} ${writeValue(when.value)}`;
}

/** `step:CV`, `fact:price`. Anything else is a number, or one that is being typed. */
const isReference = (text: string): boolean => text.includes(':');

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The steps with a number of their own, in their order. */
export function listRates(rules: Rules): RateRow[] {
  const steps = Array.isArray(rules.steps) ? rules.steps : [];
  return steps.flatMap((step: unknown, at) => {
    if (!isObject(step)) return [];
    const cells = rateNames.flatMap((name) => {
      const value = step[name];
      return typeof value === 'string' && !isReference(value) ? [{ name, value }] : [];
    });
    if (cells.length === 0) return [];
    return [
      {
        path: ['steps', at],
        code: toText(step.code),
        label: toText(step.label),
        condition: writeCondition(step.when),
        cells,
        validFrom: toText(step.valid_from),
        validTo: toText(step.valid_to),
      },
    ];
  });
}

export type RuleTable = {
  name: string;
  /** Of the rows. */
  path: Path;
  columns: string[];
  rows: Record<string, unknown>[];
  /** The row with the longest match applies, not the first one that matches. */
  isByPrefix: boolean;
};

/** Tables of rows, in the order in which they are matched. */
export function listTables(rules: Rules): RuleTable[] {
  const tables = isObject(rules.tables) ? Object.entries(rules.tables) : [];
  return tables.flatMap(([name, table]) => {
    if (!isObject(table) || !Array.isArray(table.rows)) return [];
    const rows = table.rows.map((row: unknown) => (isObject(row) ? row : {}));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const keys = isObject(table.keys) ? Object.values(table.keys) : [];
    const isByPrefix = keys.some((key) => isObject(key) && key.match === 'prefix');
    return [{ name, path: ['tables', name, 'rows'], columns, rows, isByPrefix }];
  });
}

/** Lists are written with commas. Null for what only JSON can show. */
export function writeCell(value: unknown): string | null {
  if (value === undefined) return '';
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join(', ') : null;
  return value === null || typeof value === 'object' ? null : String(value);
}

const splitList = (typed: string): string[] =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The typed text as a value of the same kind as the one before; undefined for an empty cell. */
export function readCell(text: string, before: unknown): unknown {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (Array.isArray(before)) return splitList(typed);
  if (typeof before === 'number') return isDecimal(typed) ? Number(typed) : typed;
  if (typeof before === 'boolean') return typed === 'true';
  return typed;
}

export type DateName = 'effective_from' | 'effective_to' | 'review_by';

/** Shown at the field while it is typed; not before, in new rules. */
export function dateProblem(name: DateName, rules: Rules): string | undefined {
  if (!(name in rules)) return undefined;
  const [from, to] = [toText(rules.effective_from), toText(rules.effective_to)];
  const text = toText(rules[name]);
  if (name !== 'effective_to' && !isDay(text)) return 'Enter a day.';
  if (name === 'effective_to' && to !== '' && isDay(from) && to < from)
    return 'It ends before it begins.';
  return undefined;
}

/** For numbers: rates as parts of one, amounts in the currency of the rules. */
export const numberProblem = (text: string): string | undefined =>
  isDecimal(text.trim()) ? undefined : 'Enter a number with a point, such as 0.20.';

/** `20 %` for `0.20`. */
export function writePercent(rate: string): string {
  if (!isDecimal(rate)) return '';
  return `${Number((Number(rate) * 100).toPrecision(12))} %`;
}
