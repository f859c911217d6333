-- API keys. The key itself is nowhere: only its SHA-256, and a few letters to tell keys apart.
-- The states are in src/areas/billing/README.md.

create table api_key (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  -- The first key of a chain of rotations.
  lineage_id uuid not null,
  name text not null,
  description text not null default '',
  key_hash bytea not null unique,
  key_preview text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Addresses and CIDR ranges; empty for anywhere.
  allowed_ips text[] not null default '{}',
  is_active boolean not null default true,
  -- Why it was switched off or revoked, in its owner's words.
  status_reason text not null default '',
  expires_at timestamptz,
  -- The last warning that was sent, or was not due any more when the date was set: 7 or 1 day.
  warned_days smallint check (warned_days in (7, 1)),
  -- The key that took its place; this one works on until its expires_at.
  replaced_by uuid references api_key deferrable initially deferred,
  revoked_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index api_key_by_account on api_key (account_id, created_at desc, id desc);
create unique index api_key_name on api_key (account_id, lower(name))
  where revoked_at is null and replaced_by is null;
create index api_key_to_warn on api_key (expires_at)
  where revoked_at is null and replaced_by is null and warned_days is distinct from 1;

-- Apart from the keys, because every flush of the counters rewrites these rows.
create table api_key_use (
  key_id uuid primary key references api_key on delete cascade,
  requests bigint not null,
  last_used_at timestamptz not null,
  last_used_ip inet
) with (fillfactor = 70);

create table api_key_day (
  key_id uuid not null references api_key on delete cascade,
  -- In UTC.
  day date not null,
  requests bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70);
create index api_key_day_by_age on api_key_day (day);
