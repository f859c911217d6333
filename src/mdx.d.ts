declare module '*.mdx' {
  import type { Page } from '#site/pages/page-schema.ts';

  export default function Content(): React.JSX.Element;
  export const handle: Page;
}

interface ImportMetaEnv {
  /** Only for `client/site-settings.ts`. */
  readonly SITE_SETTINGS: import('#lib/site-settings.ts').SiteSettings;
  /** UTC: the year that printed pages show until their scripts run. */
  readonly BUILD_YEAR: number;
}
