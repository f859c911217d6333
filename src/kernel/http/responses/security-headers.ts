import { testModeHeader } from '#lib/test-mode.ts';
import type { Config } from '../../config.ts';

/** Headers of every response, including static pages. */
export function securityHeaders(config: Pick<Config, 'isProduction'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)',
    'cross-origin-opener-policy': 'same-origin',
    ...(config.isProduction && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

/** Additional headers of the API: its responses are never pages and must not be cached. */
export const apiHeaders = (
  config: Pick<Config, 'isProduction'> & Partial<Pick<Config, 'isTestMode'>>,
): Record<string, string> => ({
  ...securityHeaders(config),
  ...(config.isTestMode && { [testModeHeader]: 'true' }),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: `Authorization, X-API-Key, ${testModeHeader}`,
});

/** The hosts that Google documents for Analytics, without those for advertising. */
const analyticsDomains = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];
const analyticsHosts = {
  script: ['https://www.googletagmanager.com'],
  connect: [...analyticsDomains, 'https://www.googletagmanager.com'],
  img: [...analyticsDomains, 'https://www.googletagmanager.com'],
};

/** Whether pages load Google Analytics: in production, when a tag is configured. */
export const hasAnalytics = (config: Pick<Config, 'isProduction' | 'ANALYTICS_TAG_ID'>): boolean =>
  config.isProduction && config.ANALYTICS_TAG_ID !== undefined;

/**
 * The policy of site and dashboard. Tokens are stored in localStorage, so only scripts of the build
 * may run: inline scripts are allowed by their hash. Inline styles are allowed because Radix
 * inserts style tags; a style cannot read a token.
 */
export function contentSecurityPolicy(
  inlineScriptHashes: readonly string[],
  { hasAnalytics = false } = {},
): string {
  const hashes = inlineScriptHashes.map((hash) => `'sha256-${hash}'`);
  const counted = hasAnalytics ? analyticsHosts : { script: [], connect: [], img: [] };
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...counted.script].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...counted.img].join(' '),
    "media-src 'self' blob:",
    ...(hasAnalytics ? [["connect-src 'self'", ...counted.connect].join(' ')] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
