// What browsers say when code that a page needs later can't be fetched: without a connection, or
// because a newer version has taken its place on the server.
const sayings = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
];

export const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error && sayings.some((saying) => error.message.includes(saying));

/** A new page names the files that the server has now. */
export const reloadPage = () => location.reload();
