// The differences between two states of a record.

type State = Record<string, unknown> | null;

const formatValue = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const labelOf = (field: string): string => {
  const words = field.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const isState = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Includes nested fields: `7 status` if several records changed at once. */
const flatten = (state: State, prefix = ''): [string, unknown][] =>
  Object.entries(state ?? {}).flatMap(([name, value]) =>
    isState(value)
      ? flatten(value, `${prefix}${name} `)
      : [[prefix + name, value] as [string, unknown]],
  );

export function changedFields(before: State, after: State) {
  const [old, now] = [new Map(flatten(before)), new Map(flatten(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({
      field,
      label: labelOf(field),
      before: formatValue(old.get(field)),
      after: formatValue(now.get(field)),
    }))
    .filter((change) => change.before !== change.after);
}
