// What is wrong with an entry of a batch, as lines to read.

/** `items.2.hs_code: Enter 4 to 10 digits...`: messages by field, the items counted from 1. */
export function listProblems(problems: unknown, path = ''): string[] {
  if (typeof problems === 'string') return [path ? `${path}: ${problems}` : problems];
  if (typeof problems !== 'object' || problems === null) return [];
  return Object.entries(problems).flatMap(([key, inner]) => {
    if (Array.isArray(problems) && typeof inner === 'string') return listProblems(inner, path);
    const name = Array.isArray(problems) ? String(Number(key) + 1) : key;
    const isOfAll = name === 'non_field_errors';
    return listProblems(inner, isOfAll ? path : [path, name].filter(Boolean).join('.'));
  });
}
