// Until the browser's router runs, links load whole pages: the browser may fetch the one that a
// person is about to follow. It takes no distance; "moderate" means hovering or pressing.

/** Answered by the app itself, or only after signing in. */
const unfetched = ['/apix/*', '/docs/api', '/media/*', '/files/*', '/dev/*', '/dashboard*'];

export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: unfetched } }] },
      eagerness: 'moderate',
    },
  ],
});
