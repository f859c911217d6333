// What two versions of a rule set have different, field by field.
import { isObject } from '#lib/is-object.ts';
import type { RuleSetDifferenceWire } from '../../wire/rule-sets/rule-set-versions.ts';

type Change = RuleSetDifferenceWire['changes'][number];

const changesMax = 200;

const write = (value: unknown): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Items of a list have the code or id of their object besides their place. */
const formatItemName = (item: unknown, at: number): string => {
  const name = isObject(item) ? (item.code ?? item.id ?? item.name) : undefined;
  return typeof name === 'string' ? `${at + 1} ${name}` : String(at + 1);
};

/** Items that both lists begin and end with are skipped, so that an added one is one change. */
function compareLists(before: unknown[], after: unknown[], place: string[]): Change[] {
  const length = Math.min(before.length, after.length);
  let start = 0;
  while (start < length && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < length - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const [old, now] = [
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ];
  return Array.from({ length: Math.max(old.length, now.length) }, (_, at) =>
    compareValues(old[at], now[at], [...place, formatItemName(now[at] ?? old[at], start + at)]),
  ).flat();
}

function compareValues(before: unknown, after: unknown, place: string[]): Change[] {
  if (isSame(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].some(isObject))
    return compareLists(before, after, place);
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => compareValues(before[name], after[name], [...place, name]));
  }
  return [{ place, before: write(before), after: write(after) }];
}

/** The first 200, and how many there are. */
export function listChangedRules(before: object, after: object) {
  const all = compareValues(before, after, []);
  return { changes: all.slice(0, changesMax), changes_total: all.length };
}
