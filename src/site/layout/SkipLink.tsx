/** The first tab stop: skips the menus. */
export const SkipLink = () => (
  <a
    href="#content"
    className="sr-only z-60 px-4 py-2 surface-raised focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
