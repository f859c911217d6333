import type { Plugin } from 'vite';
import { toSiteSettings } from '../../src/kernel/static-site/site-settings.ts';
import type { SiteSettings } from '../../src/lib/site-settings.ts';

/** The global variable from which printed pages get them. */
export const printedSettings = 'printedSettings';

/**
 * Gives pages the settings of the operator: those given, or in a build placeholders, which the
 * server fills in. The browser's code has none in a build, because it reads them from its page.
 */
export const siteSettings = (settings: SiteSettings): Plugin => ({
  name: 'site-settings',
  enforce: 'pre',
  config: (_, { command }) => ({
    define: {
      'import.meta.env.BUILD_YEAR': JSON.stringify(new Date().getUTCFullYear()),
      'import.meta.env.SITE_SETTINGS':
        command === 'build' ? `globalThis.${printedSettings}` : JSON.stringify(settings),
    },
  }),
});

/** For Vite's own server and tests, which show pages without the server that fills them in. */
export const settingsOfEnv = (env: NodeJS.ProcessEnv): SiteSettings =>
  toSiteSettings({
    SITE_URL: (env.SITE_URL ?? '').replace(/\/+$/, ''),
    SUPPORT_URL: env.SUPPORT_URL || undefined,
    TERMS_URL: env.TERMS_URL || undefined,
    PRIVACY_URL: env.PRIVACY_URL || undefined,
    ANALYTICS_TAG_ID: undefined,
    isProduction: false,
    hasTestMode: true,
  });
