import { siteSettings } from '#client/site-settings.ts';

/** The address of this installation, where a page says https://HOST. */
export const SiteUrl = () => siteSettings.siteUrl;
