-- Addresses of providers' lists, from which proxies are added, updated and disabled regularly.
create table proxy_source (
  id uuid primary key,
  -- Null for the shared pool; otherwise the resource of the customer who added it.
  resource_id uuid references proxy_resource on delete cascade,
  name text not null,
  -- The address, the Authorization header and the login of lines without one, encrypted with
  -- AES-256-GCM: addresses of providers often contain a token.
  secrets bytea not null,
  has_authorization boolean not null,
  has_login boolean not null,
  -- Shown to those who may not see the address.
  url_host text not null,
  format text not null check (format in ('auto', 'plain', 'csv', 'json')),
  protocol text not null check (protocol in ('http', 'https', 'socks5')),
  type text check (type in ('datacenter', 'residential', 'mobile', 'isp')),
  country_code text,
  provider text not null default '',
  refresh_minutes int not null check (refresh_minutes between 5 and 1440),
  missed_max int not null check (missed_max >= 1),
  is_active boolean not null default true,
  next_refresh_at timestamptz not null,
  -- Until then one process refreshes it.
  claimed_until timestamptz,
  -- Of the last good list, for conditional requests and to skip lists that have not changed.
  etag text,
  last_modified text,
  content_hash bytea,
  -- The last attempt, and the last good list.
  refreshed_at timestamptz,
  succeeded_at timestamptz,
  error text,
  failures_in_row int not null default 0,
  -- Of the last good list that had changed; null before the first.
  listed int,
  added int,
  updated int,
  missing int,
  rejected int,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index proxy_source_by_resource on proxy_source (resource_id, created_at);
create index proxy_source_due on proxy_source (next_refresh_at) where is_active;

-- Null for proxies that were added by hand, which no source changes.
alter table proxy add column source_id uuid references proxy_source on delete cascade;
-- Refreshes in a row whose list did not contain the proxy.
alter table proxy add column missed_refreshes int not null default 0;
-- Since when it is disabled because its source no longer lists it; it is kept for statistics.
alter table proxy add column missing_since timestamptz;
create index proxy_by_source on proxy (source_id) where source_id is not null;
