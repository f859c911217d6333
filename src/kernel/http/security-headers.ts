import type { Config } from '../config.ts';

/** Headers that every answer carries, static pages included. */
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

/** What the API adds: nothing it answers is a page, and nothing may be kept by a cache. */
export const apiHeaders = (config: Pick<Config, 'isProduction'>): Record<string, string> => ({
  ...securityHeaders(config),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: 'Authorization, X-API-Key',
});

/** What Google Analytics needs, as its makers say, without the parts for advertisements. */
const measuring = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];
const analyticsHosts = {
  script: ['https://www.googletagmanager.com'],
  connect: [...measuring, 'https://www.googletagmanager.com'],
  img: [...measuring, 'https://www.googletagmanager.com'],
};

/** Whether pages count their visitors: in production, when a tag is configured. */
export const hasAnalytics = (config: Pick<Config, 'isProduction' | 'ANALYTICS_TAG_ID'>): boolean =>
  config.isProduction && config.ANALYTICS_TAG_ID !== undefined;

/**
 * The one policy of site and dashboard. Tokens lie in localStorage, so no script runs that the
 * build did not make: inline scripts pass by their hash. Styles stay open because Radix writes
 * style tags; a style can't read a token.
 */
export function pagePolicy(
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
