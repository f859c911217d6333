import site from '#content/site.json' with { type: 'json' };

/** The year of the build; a page that stays open over New Year may lag. */
const year = new Date().getUTCFullYear();

export const Copyright = () => (
  <span suppressHydrationWarning>
    © {year} {site.name}
  </span>
);
