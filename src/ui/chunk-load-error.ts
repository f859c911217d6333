// Messages of browsers when lazy code can't be fetched: offline, or because a newer version has
// replaced it on the server.
const browserMessages = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && browserMessages.some((saying) => error.message.includes(saying));

/** A reloaded page refers to the current files on the server. */
export const reloadPage = () => location.reload();
