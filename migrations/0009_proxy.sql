-- The data proxy: a customer's resources, the proxies that serve them, and the health of each proxy
-- for each resource. Its states are in src/areas/proxy/README.md.

create table proxy_resource (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  name text not null,
  title text not null default '',
  description text not null default '',
  -- example.com, or *.example.com for it and all its subdomains.
  target_hosts text[] not null check (cardinality(target_hosts) > 0),
  strategy text not null check (strategy in ('round_robin', 'random', 'least_used', 'sticky')),
  sticky_ttl_seconds int not null,
  countries text[] not null default '{}',
  protocols text[] not null default '{}',
  ban_status_codes int[] not null,
  max_failures int not null,
  block_duration_seconds int not null,
  requests_per_minute int,
  timeout_ms int not null,
  health_check_url text,
  -- Uses the shared pool in addition to its own proxies.
  uses_pool boolean not null default true,
  is_active boolean not null default true,
  -- Since it was created; hourly figures are in proxy_usage_hour.
  requests_total bigint not null default 0,
  requests_successful bigint not null default 0,
  last_used_at timestamptz,
  -- When its owner was last notified that proxies are running out.
  alerted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, name)
);

create table proxy (
  id uuid primary key,
  -- Null for the shared pool; otherwise the resource of the customer who added it.
  resource_id uuid references proxy_resource on delete cascade,
  protocol text not null check (protocol in ('http', 'https', 'socks5')),
  host text not null,
  port int not null check (port between 1 and 65535),
  -- A keyed hash of the user name: one address may have many users, each with its own exit.
  user_hash bytea not null,
  -- User name and password, encrypted with AES-256-GCM; null if there are none.
  credentials bytea,
  country_code text,
  city text not null default '',
  asn int,
  type text not null check (type in ('datacenter', 'residential', 'mobile', 'isp')),
  provider text not null default '',
  is_active boolean not null default true,
  is_dead boolean not null default false,
  consecutive_failed_checks int not null default 0,
  checks_total bigint not null default 0,
  checks_passed bigint not null default 0,
  latency_ms int,
  exit_address text,
  last_error text,
  last_checked_at timestamptz,
  next_check_at timestamptz not null,
  created_at timestamptz not null,
  unique nulls not distinct (resource_id, host, port, protocol, user_hash)
);
create index proxy_to_check on proxy (next_check_at) where is_active;

create table proxy_health (
  resource_id uuid not null references proxy_resource on delete cascade,
  proxy_id uuid not null references proxy on delete cascade,
  consecutive_failures int not null default 0,
  cooldown_until timestamptz,
  blocked_until timestamptz,
  block_count int not null default 0,
  block_reason text,
  block_note text not null default '',
  requests_total bigint not null default 0,
  requests_successful bigint not null default 0,
  last_error text,
  last_used_at timestamptz,
  primary key (resource_id, proxy_id)
) with (fillfactor = 70);
create index proxy_health_by_proxy on proxy_health (proxy_id);

-- Usage of a resource in an hour. Statistics read these sums and never single requests.
create table proxy_usage_hour (
  resource_id uuid not null references proxy_resource on delete cascade,
  hour timestamptz not null,
  requests bigint not null,
  successful bigint not null,
  failed bigint not null,
  blocked bigint not null,
  latency_ms_sum bigint not null,
  bytes bigint not null,
  primary key (resource_id, hour)
) with (fillfactor = 70);

-- The same by status, error and so on.
create table proxy_usage_breakdown (
  resource_id uuid not null references proxy_resource on delete cascade,
  hour timestamptz not null,
  -- status, error, country, latency (a bucket), block (a proxy), key.
  kind text not null,
  label text not null,
  count bigint not null,
  bytes bigint not null,
  primary key (resource_id, hour, kind, label)
) with (fillfactor = 70);
create index proxy_usage_hour_by_age on proxy_usage_hour (hour);
create index proxy_usage_breakdown_by_age on proxy_usage_breakdown (hour);
