// What a person keeps of a list in this browser: hidden columns, and views under names.
import { useState } from 'react';

export type SavedView = { name: string; address: string };

function read<T>(key: string, isFit: (value: unknown) => value is T, fallback: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isFit(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be blocked or full: the choice then lasts as long as the page.
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isViews = (value: unknown): value is SavedView[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one?.name === 'string' && typeof one?.address === 'string');

function useKept<T>(key: string, isFit: (value: unknown) => value is T, fallback: T) {
  const [value, setValue] = useState(() => read(key, isFit, fallback));
  const keep = (next: T) => {
    write(key, next);
    setValue(next);
  };
  return [value, keep] as const;
}

export function useHiddenColumns(list: string) {
  const [hidden, keep] = useKept(`columns:${list}`, isTexts, []);
  const toggle = (key: string) =>
    keep(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return { hidden, toggle };
}

export function useSavedViews(list: string) {
  const [views, keep] = useKept(`views:${list}`, isViews, []);
  return {
    views,
    /** A name that is taken gets the new address. */
    save: (view: SavedView) => keep([...views.filter(({ name }) => name !== view.name), view]),
    forget: (name: string) => keep(views.filter((view) => view.name !== name)),
  };
}
