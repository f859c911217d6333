import site from '#content/site.json' with { type: 'json' };
import type { SiteSettings } from '#lib/site-settings.ts';
import type { Config } from '../config.ts';
import { hasAnalytics } from '../http/responses/security-headers.ts';

type PublicVariables = Pick<
  Config,
  | 'SITE_URL'
  | 'SUPPORT_URL'
  | 'TERMS_URL'
  | 'PRIVACY_URL'
  | 'ANALYTICS_TAG_ID'
  | 'isProduction'
  | 'hasTestMode'
>;

/** The operator's settings, with those of content/site.json where there are none. */
export const toSiteSettings = (config: PublicVariables): SiteSettings => ({
  siteUrl: config.SITE_URL,
  supportUrl: config.SUPPORT_URL ?? site.support.url,
  termsUrl: config.TERMS_URL ?? site.legal.terms,
  privacyUrl: config.PRIVACY_URL ?? site.legal.privacy,
  analyticsTagId: hasAnalytics(config) ? (config.ANALYTICS_TAG_ID ?? '') : '',
  testMode: config.hasTestMode ? 'on' : '',
});
