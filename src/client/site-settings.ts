import { type SiteSettings, siteSettingsId } from '#lib/site-settings.ts';

/** While pages are prerendered, and in tests, there is no document with them. */
const block = globalThis.document?.getElementById(siteSettingsId)?.textContent;

export const siteSettings: SiteSettings = block
  ? (JSON.parse(block) as SiteSettings)
  : import.meta.env.SITE_SETTINGS;
