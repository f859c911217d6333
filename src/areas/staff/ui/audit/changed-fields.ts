// The differences between two states of a record.
import { capitalize, noValue } from '#lib/format.ts';
import { isObject } from '#lib/is-object.ts';

import { accountFields } from '../../wire/audit.constants.ts';
import type { AuditEntryWire } from '../../wire/audit.ts';

type State = Record<string, unknown> | null;
type Changed = Pick<AuditEntryWire, 'before' | 'after' | 'people'>;
export type ChangedValue = { text: string /** The account that it names. */; user: number | null };

const formatValue = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return noValue;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Of `7 assigned_to` the last word. */
const nameIn = (field: string): string => field.split(' ').at(-1)!;

function describeValue(field: string, value: unknown, people: Changed['people']): ChangedValue {
  if (typeof value !== 'number' || !accountFields.has(nameIn(field)))
    return { text: formatValue(value), user: null };
  const person = people.find(({ id }) => id === value);
  return person
    ? { text: person.email, user: person.id }
    : { text: `Account ${value}`, user: null };
}

/** Includes nested fields: `7 status` if several records changed at once. */
const flatten = (state: State, prefix = ''): [string, unknown][] =>
  Object.entries(state ?? {}).flatMap(([name, value]) =>
    isObject(value)
      ? flatten(value, `${prefix}${name} `)
      : [[prefix + name, value] as [string, unknown]],
  );

export function changedFields({ before, after, people }: Changed) {
  const [old, now] = [new Map(flatten(before)), new Map(flatten(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({
      field,
      label: capitalize(field.replaceAll('_', ' ')),
      before: describeValue(field, old.get(field), people),
      after: describeValue(field, now.get(field), people),
    }))
    .filter((change) => change.before.text !== change.after.text);
}
