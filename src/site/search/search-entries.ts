// The build replaces it like routes/content-routes.ts.
import { listSearchEntries, type SearchEntry } from './page-texts.ts';

export const searchEntries: readonly SearchEntry[] = listSearchEntries();
