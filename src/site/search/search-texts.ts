// The build replaces it like routes/content-routes.ts.
import { listSearchTexts, type SearchText } from './page-texts.ts';

export const searchTexts: Readonly<Record<string, SearchText>> = listSearchTexts();
