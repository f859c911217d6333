// What each page asks for in a message, by its path. Loaded only where it is shown. The build
// replaces it like content-routes.ts.
import { type ContactPrompt, listContentPages, toContactPrompt } from './content-pages.ts';

export const contactPrompts: Readonly<Record<string, ContactPrompt>> = Object.fromEntries(
  listContentPages().flatMap(toContactPrompt),
);
