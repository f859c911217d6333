// What differs between two states of a thing, in words.

type State = Record<string, unknown> | null;

const say = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const changedFields = (before: State, after: State) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((field) => ({ field, before: say(before?.[field]), after: say(after?.[field]) }))
    .filter((change) => change.before !== change.after);
