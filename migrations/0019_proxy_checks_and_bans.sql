-- Bans count by distinct addresses within a time, and may be told by headers and texts.
alter table proxy_resource
  -- Distinct addresses banned within the window before the proxy is blocked.
  add column ban_threshold int not null default 3,
  add column ban_window_seconds int not null default 600,
  -- `name` or `name: text`.
  add column ban_headers text[] not null default '{}',
  add column ban_texts text[] not null default '{}';

-- The addresses that a proxy was banned for, until it is blocked or the window is over.
create table proxy_ban (
  resource_id uuid not null references proxy_resource on delete cascade,
  proxy_id uuid not null references proxy on delete cascade,
  url_hash bytea not null,
  seen_at timestamptz not null,
  primary key (resource_id, proxy_id, url_hash)
);
create index proxy_ban_by_proxy on proxy_ban (proxy_id);
create index proxy_ban_by_age on proxy_ban (seen_at);

-- Times in which failed checks of proxies do not count, because our side is at fault.
create table proxy_check_incident (
  id uuid primary key,
  cause text not null check (cause in ('target', 'network', 'widespread')),
  started_at timestamptz not null,
  -- When the cause was last found for the first time; an incident can change its cause.
  cause_at timestamptz not null,
  -- Since when the cause was not found any more; null while it is.
  fine_since timestamptz,
  ended_at timestamptz,
  -- Ended although the cause was still found, because the pause was too long.
  is_expired boolean not null default false
);
create unique index proxy_check_incident_open on proxy_check_incident ((true))
  where ended_at is null;

-- Checks could not resolve their own target by the system's names, and blamed proxies that are
-- addresses. Those start over.
update proxy set is_dead = false, consecutive_failed_checks = 0, last_error = null,
  next_check_at = now()
where last_error = 'name_not_found' and (host ~ '^[0-9.]+$' or host like '%:%');
