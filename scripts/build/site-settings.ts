import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Environment variables that are part of public pages; changing one makes a build stale. */
export const publicVariables = [
  'SITE_URL',
  'SUPPORT_URL',
  'TERMS_URL',
  'PRIVACY_URL',
  'ANALYTICS_TAG_ID',
] as const;
type PublicEnv = { [name in (typeof publicVariables)[number]]?: string | undefined };

/** The environment for a build: visits are only counted in production. */
export const publicEnv = <T extends PublicEnv & { NODE_ENV?: string | undefined }>(env: T): T =>
  env.NODE_ENV === 'production' ? env : { ...env, ANALYTICS_TAG_ID: '' };

export const siteUrlOf = (env: PublicEnv): string => (env.SITE_URL ?? '').replace(/\/+$/, '');

type SiteFile = { support: { url: string }; legal: { terms: string; privacy: string } };

/** content/site.json with the operator's addresses instead of the defaults. */
export function applySettings<T extends SiteFile>(site: T, env: PublicEnv): T {
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

export const siteSettings = (env: PublicEnv): Plugin => ({
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
