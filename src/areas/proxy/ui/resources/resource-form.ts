// Form values of a resource, and their conversion to the request body.
import type { ApiForm } from '#client/use-api-form.ts';
import type { Protocol } from '../../wire/proxies.constants.ts';
import type { resourceDefaults, Strategy } from '../../wire/resources.constants.ts';
import type { ResourceBody } from '../queries.ts';

export type ResourceValues = {
  name: string;
  title: string;
  description: string;
  target_hosts: string;
  strategy: Strategy;
  sticky_ttl_seconds: string;
  countries: string;
  protocols: Protocol[];
  ban_status_codes: string;
  ban_threshold: string;
  ban_window_seconds: string;
  ban_headers: string;
  ban_texts: string;
  max_failures: string;
  block_duration_seconds: string;
  requests_per_minute: string;
  timeout_ms: string;
  health_check_url: string;
  uses_pool: boolean;
  is_active: boolean;
};
export type ResourceForm = ApiForm<ResourceValues>;

type ResourceSettings = typeof resourceDefaults & { name: string; target_hosts: string[] };

export const toValues = (resource: ResourceSettings): ResourceValues => ({
  name: resource.name,
  title: resource.title,
  description: resource.description,
  target_hosts: resource.target_hosts.join('\n'),
  strategy: resource.strategy,
  sticky_ttl_seconds: String(resource.sticky_ttl_seconds),
  countries: resource.countries.join(', '),
  protocols: resource.protocols,
  ban_status_codes: resource.ban_status_codes.join(', '),
  ban_threshold: String(resource.ban_threshold),
  ban_window_seconds: String(resource.ban_window_seconds),
  ban_headers: resource.ban_headers.join('\n'),
  ban_texts: resource.ban_texts.join('\n'),
  max_failures: String(resource.max_failures),
  block_duration_seconds: String(resource.block_duration_seconds),
  requests_per_minute: String(resource.requests_per_minute ?? ''),
  timeout_ms: String(resource.timeout_ms),
  health_check_url: resource.health_check_url ?? '',
  uses_pool: resource.uses_pool,
  is_active: resource.is_active,
});

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const toBody = (values: ResourceValues): ResourceBody => ({
  name: values.name.trim(),
  title: values.title.trim(),
  description: values.description.trim(),
  target_hosts: words(values.target_hosts),
  strategy: values.strategy,
  // Hidden otherwise, so that its error would not be seen.
  ...(values.strategy === 'sticky' && { sticky_ttl_seconds: Number(values.sticky_ttl_seconds) }),
  countries: words(values.countries),
  protocols: values.protocols,
  ban_status_codes: words(values.ban_status_codes).map(Number),
  ban_threshold: Number(values.ban_threshold),
  ban_window_seconds: Number(values.ban_window_seconds),
  ban_headers: lines(values.ban_headers),
  ban_texts: lines(values.ban_texts),
  max_failures: Number(values.max_failures),
  block_duration_seconds: Number(values.block_duration_seconds),
  requests_per_minute: values.requests_per_minute.trim()
    ? Number(values.requests_per_minute)
    : null,
  timeout_ms: Number(values.timeout_ms),
  health_check_url: values.health_check_url.trim() || null,
  uses_pool: values.uses_pool,
  is_active: values.is_active,
});
