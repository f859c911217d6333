// Until the client-side router runs, links load whole pages. The browser may prefetch a page that
// the user is about to open: "moderate" means on hover or press.

/** Not prerendered, or only available after signing in. */
const excluded = ['/apix/*', '/media/*', '/files/*', '/dev/*', '/dashboard*'];

export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: excluded } }] },
      eagerness: 'moderate',
    },
  ],
});
