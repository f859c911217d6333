// A list's settings stored in this browser: hidden columns and named views.
import { useState } from 'react';

export type SavedView = { name: string; address: string };

function read<T>(key: string, isValid: (value: unknown) => value is T, fallback: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be blocked or full: then the choice lasts until the page is closed.
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isViews = (value: unknown): value is SavedView[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one?.name === 'string' && typeof one?.address === 'string');

function useStored<T>(key: string, isValid: (value: unknown) => value is T, fallback: T) {
  const [value, setValue] = useState(() => read(key, isValid, fallback));
  const store = (next: T) => {
    write(key, next);
    setValue(next);
  };
  return [value, store] as const;
}

export function useHiddenColumns(list: string) {
  const [hidden, setHidden] = useStored(`columns:${list}`, isTexts, []);
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return { hidden, toggle };
}

export function useSavedViews(list: string) {
  const [views, setViews] = useStored(`views:${list}`, isViews, []);
  return {
    views,
    /** Replaces a view of the same name. */
    save: (view: SavedView) => setViews([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => setViews(views.filter((view) => view.name !== name)),
  };
}
