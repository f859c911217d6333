// What differs between two states of a thing, in words.

type State = Record<string, unknown> | null;

const say = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const isState = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of fields too: `7 status` where several things changed at once. */
const flatten = (state: State, prefix = ''): [string, unknown][] =>
  Object.entries(state ?? {}).flatMap(([name, value]) =>
    isState(value)
      ? flatten(value, `${prefix}${name} `)
      : [[prefix + name, value] as [string, unknown]],
  );

export function changedFields(before: State, after: State) {
  const [old, now] = [new Map(flatten(before)), new Map(flatten(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: say(old.get(field)), after: say(now.get(field)) }))
    .filter((change) => change.before !== change.after);
}
