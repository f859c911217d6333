// Rules of resources, for the server and the screens.
import type { Protocol } from './proxies.constants.ts';

/** Bans are stored no longer. */
export const banWindowSecondsMax = 86_400;

export const strategies = ['round_robin', 'random', 'least_used', 'sticky'] as const;
export type Strategy = (typeof strategies)[number];

/** Part of gateway user names and URLs, so it has no dot. */
export const resourceNamePattern = /^[a-z0-9][a-z0-9_-]{1,62}$/;

/** Of a new resource, for what its creator leaves out. */
export const resourceDefaults = {
  title: '',
  description: '',
  strategy: 'round_robin' as Strategy,
  sticky_ttl_seconds: 600,
  countries: [] as string[],
  protocols: [] as Protocol[],
  ban_status_codes: [403, 407, 429],
  /** Distinct addresses banned within the window before the proxy is blocked. */
  ban_threshold: 3,
  ban_window_seconds: 600,
  ban_headers: [] as string[],
  ban_texts: [] as string[],
  max_failures: 3,
  /** How long a banned proxy is blocked. */
  block_duration_seconds: 3600,
  requests_per_minute: null as number | null,
  timeout_ms: 15_000,
  health_check_url: null as string | null,
  uses_pool: true,
  is_active: true,
};
