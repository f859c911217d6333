// What public pages show of the operator's configuration. The build prints placeholders, and the
// server fills them in: one build serves any domain.

export type SiteSettings = {
  /** Without a slash at its end. */
  siteUrl: string;
  supportUrl: string;
  termsUrl: string;
  privacyUrl: string;
  /** Empty when page views are not counted. */
  analyticsTagId: string;
  /** `on`, or empty where there is no test mode. */
  testMode: string;
};

/** The id of the JSON block in each page from which the browser reads them. */
export const siteSettingsId = 'site-settings';
