import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Variables that public pages show; a change of one makes a build stale. */
export const shownVariables = [
  'SITE_URL',
  'SUPPORT_URL',
  'TERMS_URL',
  'PRIVACY_URL',
  'ANALYTICS_TAG_ID',
] as const;
type Shown = { [name in (typeof shownVariables)[number]]?: string | undefined };

/** The environment as pages may show it: visits are counted in production alone. */
export const shownEnv = <T extends Shown & { NODE_ENV?: string | undefined }>(env: T): T =>
  env.NODE_ENV === 'production' ? env : { ...env, ANALYTICS_TAG_ID: '' };

export const siteUrlOf = (env: Shown): string => (env.SITE_URL ?? '').replace(/\/+$/, '');

type SiteFile = { support: { url: string }; legal: { terms: string; privacy: string } };

/**
 * The words of content/site.json with the operator's own addresses in place of the default ones.
 */
export function applySettings<T extends SiteFile>(site: T, env: Shown): T {
  return {
    ...site,
    support: { ...site.support, url: env.SUPPORT_URL || site.support.url },
    legal: {
      ...site.legal,
      terms: env.TERMS_URL || site.legal.terms,
      privacy: env.PRIVACY_URL || site.legal.privacy,
    },
  };
}

export const siteSettings = (env: Shown): Plugin => ({
  name: 'site-settings',
  enforce: 'pre',
  config: () => ({
    define: {
      'import.meta.env.SITE_URL': JSON.stringify(siteUrlOf(env)),
      'import.meta.env.BUILD_YEAR': JSON.stringify(new Date().getUTCFullYear()),
      'import.meta.env.ANALYTICS_TAG_ID': JSON.stringify(env.ANALYTICS_TAG_ID ?? ''),
    },
  }),
  load(id) {
    if (!id.endsWith('/content/site.json')) return;
    return JSON.stringify(applySettings(JSON.parse(readFileSync(id, 'utf8')) as SiteFile, env));
  },
});
