import { createContext } from 'react';

/** Fetches the files of the page at a path. Without a router that knows them it does nothing. */
export const PrefetchContext = createContext<(path: string) => void>(() => {});
