declare module '*.mdx' {
  import type { Page } from '#site/pages/page-schema.ts';

  export default function Content(): React.JSX.Element;
  export const handle: Page;
}

interface ImportMetaEnv {
  /** The public address without a slash at its end; empty where the build does not know it. */
  readonly SITE_URL: string;
  /** UTC: the year that printed pages show until their scripts run. */
  readonly BUILD_YEAR: number;
}
