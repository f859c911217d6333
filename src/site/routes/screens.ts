import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

/** What the file of a screen exports. */
export type ScreenModule = {
  default: ComponentType;
  ErrorBoundary?: ComponentType;
  loader?: LoaderFunction;
  handle?: unknown;
};

/** An entry of the route table with its code, as src/screens.ts has it. */
export type Screen = {
  id: string;
  path?: string;
  index?: boolean;
  children?: readonly Screen[];
  load: () => Promise<ScreenModule>;
};

/**
 * The files of the build: their addresses, and which of them the start and each screen need, by the
 * number of the address. Those of the start are not repeated.
 */
export type ScreenFiles = {
  addresses: readonly string[];
  start: readonly number[];
  screens: Readonly<Record<string, readonly number[]>>;
};

/** `open` gets the id of a screen and its code, and returns what the router needs of it. */
export function toRoutes(
  screens: readonly Screen[],
  open: (screen: Screen) => Promise<ScreenModule>,
): RouteObject[] {
  return screens.map((screen): RouteObject => {
    const { id, path, index, children } = screen;
    const lazy = async () => {
      const { default: Component, ErrorBoundary, loader, handle } = await open(screen);
      return { Component, ErrorBoundary, loader, handle };
    };
    if (index) return { id, index, lazy };
    return { id, path, lazy, ...(children && { children: toRoutes(children, open) }) };
  });
}

/** The addresses of the files that these screens need beyond those of the start. */
export const listScreenFiles = (files: ScreenFiles, ids: readonly string[]): string[] => [
  ...new Set(ids.flatMap((id) => files.screens[id] ?? []).map((at) => files.addresses[at] ?? '')),
];
