// The fields of the form by their places in the rules.
import type { RulesCheckWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import type { Path } from './rule-cells.ts';

export type PlacedProblem = RulesCheckWire['problems'][number];

export const toFieldId = (path: Path): string => `rules.${path.join('.')}`;

export const problemAt = (problems: readonly PlacedProblem[], path: Path): string | undefined =>
  problems.find(({ place }) => place.join('.') === path.join('.'))?.message;

/** The field at the place, or the first one within it. Null if the form does not show it. */
export function findRulesField(place: readonly string[]): HTMLElement | null {
  if (place.length === 0) return null;
  const id = toFieldId(place);
  const within = document.querySelector<HTMLElement>(`[id^="${CSS.escape(`${id}.`)}"]`);
  return document.getElementById(id) ?? within;
}
