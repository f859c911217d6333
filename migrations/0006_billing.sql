-- API keys. The key itself is not stored: only its SHA-256, and a few characters to identify it.
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
  -- Why its owner deactivated or revoked it.
  status_reason text not null default '',
  expires_at timestamptz,
  -- Days before expiry of the last warning that was sent, or that was already due when the expiry
  -- was set.
  last_warning_days smallint check (last_warning_days in (7, 1)),
  -- The key that replaced it; this one remains valid until its expires_at.
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
  where revoked_at is null and replaced_by is null and last_warning_days is distinct from 1;

-- Separate from the keys, because every flush of the counters rewrites these rows.
create table api_key_usage (
  key_id uuid primary key references api_key on delete cascade,
  requests bigint not null,
  last_used_at timestamptz not null,
  last_used_ip inet
) with (fillfactor = 70);

create table api_key_usage_day (
  key_id uuid not null references api_key on delete cascade,
  -- In UTC.
  day date not null,
  requests bigint not null,
  primary key (key_id, day)
) with (fillfactor = 70);
create index api_key_usage_day_by_age on api_key_usage_day (day);

-- What is sold. A price or a limit never changes in place: a new version of the slug supersedes the
-- old one, and subscribers of the old one keep it.
create table tariff (
  id int generated always as identity primary key,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version int not null default 1 check (version > 0),
  name text not null,
  description text not null default '',
  tagline text not null default '',
  currency text not null default 'USD',
  monthly_price numeric(38,18) not null check (monthly_price >= 0),
  -- Null if it can't be paid yearly.
  yearly_price numeric(38,18) check (yearly_price >= 0),
  trial_days int not null default 0 check (trial_days between 0 and 365),
  -- By their names in the API; null or absent means unlimited.
  limits jsonb not null,
  overage_unit text,
  overage_price numeric(38,18) check (overage_price > 0),
  features jsonb not null default '[]',
  endpoint_groups jsonb not null default '[]',
  supports_webhooks boolean not null default false,
  priority_support boolean not null default false,
  is_popular boolean not null default false,
  is_public boolean not null default true,
  is_active boolean not null default true,
  sort_order int not null default 100,
  -- Null for a draft: a version that staff prepare and nobody can buy yet.
  published_at timestamptz default now(),
  superseded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (slug, version),
  check ((overage_unit is null) = (overage_price is null))
);
create unique index tariff_current on tariff (slug)
  where superseded_at is null and published_at is not null;

create table subscription (
  id uuid primary key,
  account_id int not null references account,
  tariff_id int not null references tariff,
  status text not null check (status in (
    'pending', 'trialing', 'active', 'past_due', 'suspended', 'cancelled', 'expired'
  )),
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  -- For one period, as agreed on.
  price numeric(38,18) not null check (price >= 0),
  currency text not null,
  cancel_at_period_end boolean not null default false,
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  starts_at timestamptz not null,
  -- Periods end on this day and time of a month, or on the last day of a shorter month.
  billing_anchor_at timestamptz not null,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  -- End of the last charged period; null if nothing was charged. A plan that was cancelled at once
  -- can be resumed until then.
  paid_until timestamptz,
  trial_ends_at timestamptz,
  -- A change that takes effect at the end of the period, or when the payment is completed.
  pending_tariff_id int references tariff,
  pending_billing_period text check (pending_billing_period in ('monthly', 'yearly')),
  pending_payment_id uuid,
  -- An unpaid start or change is dropped then.
  pending_until timestamptz,
  past_due_at timestamptz,
  -- Failed charges for the period that is due; the customer got a mail about each.
  failed_charges int not null default 0,
  suspended_at timestamptz,
  -- For which end of a trial or year a reminder was sent.
  reminded_for timestamptz,
  -- When the balance was last compared with the price of the next period: one warning per period.
  balance_checked_at timestamptz,
  ended_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (current_period_start < current_period_end),
  check ((pending_tariff_id is null) = (pending_billing_period is null)),
  check ((status = 'past_due') = (past_due_at is not null)),
  check ((status = 'suspended') = (suspended_at is not null)),
  check ((status in ('cancelled', 'expired')) = (ended_at is not null))
);
create unique index subscription_live on subscription (account_id)
  where status in ('pending', 'trialing', 'active', 'past_due', 'suspended');
create index subscription_by_account on subscription (account_id, created_at desc, id desc);
-- For the job that renews, retries and ends subscriptions.
create index subscription_due on subscription (current_period_end)
  where status in ('trialing', 'active', 'past_due');
create index subscription_pending on subscription (pending_until) where pending_until is not null;

-- Every charge of a subscription and how its amount was computed.
create table subscription_charge (
  id uuid primary key,
  subscription_id uuid not null references subscription,
  account_id int not null references account,
  tariff_id int not null references tariff,
  kind text not null check (kind in ('start', 'renewal', 'upgrade')),
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  -- Unused part of an earlier price, deducted.
  credit numeric(38,18) not null default 0 check (credit >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  journal_id uuid not null unique,
  created_at timestamptz not null,
  check (period_start < period_end)
);
-- A period starts once, even with concurrent attempts.
create unique index subscription_charge_once on subscription_charge (subscription_id, period_start)
  where kind in ('start', 'renewal');
create index subscription_charge_by_account on subscription_charge (account_id, created_at desc, id desc);

insert into tariff (
  slug, name, tagline, description, monthly_price, yearly_price, trial_days, limits, overage_unit,
  overage_price, features, endpoint_groups, priority_support, is_popular, sort_order
)
select slug, name, tagline, description, monthly_price, yearly_price, trial_days, limits,
  overage_unit, overage_price,
  jsonb_build_array(
    jsonb_build_object('code', 'api', 'label', 'API keys with scopes and address lists', 'included', true),
    jsonb_build_object('code', 'customs', 'label', 'Customs and vehicle calculations', 'included', true),
    jsonb_build_object('code', 'speech', 'label', 'Transcription and speech', 'included', true),
    jsonb_build_object('code', 'proxy', 'label', 'Data proxy', 'included', true),
    jsonb_build_object('code', 'overage', 'label', 'Requests beyond the quota, priced each', 'included', overage_unit is not null),
    jsonb_build_object('code', 'priority_support', 'label', 'Tickets answered first', 'included', priority_support)
  ),
  '[{"code": "customs", "name": "Customs"}, {"code": "proxy", "name": "Data proxy"}, {"code": "speech", "name": "Speech"}]',
  priority_support, is_popular, sort_order
from (values
  ('free', 'Free', 'To try things out', 'The whole API for evaluation and small tools.',
    0, null::numeric, 0,
    '{"requests_per_hour": 100, "requests_per_day": 1000, "requests_per_month": 10000,
      "max_api_keys": 2, "max_proxy_resources": 1, "transcription_seconds_per_month": 1800,
      "tts_characters_per_month": 20000, "calculations_per_month": 100}'::jsonb,
    null::text, null::numeric, false, false, 10),
  ('starter', 'Starter', 'For one product in production', 'Room for a product with its first customers.',
    19, 190, 14,
    '{"requests_per_hour": 1000, "requests_per_day": 10000, "requests_per_month": 100000,
      "max_api_keys": 5, "max_proxy_resources": 5, "transcription_seconds_per_month": 18000,
      "tts_characters_per_month": 250000, "calculations_per_month": 2000}',
    null, null, false, false, 20),
  ('pro', 'Pro', 'For teams with several products', 'Higher limits, and work goes on past the quota.',
    79, 790, 0,
    '{"requests_per_hour": 10000, "requests_per_day": 100000, "requests_per_month": 1000000,
      "max_api_keys": 20, "max_proxy_resources": 25, "transcription_seconds_per_month": 108000,
      "tts_characters_per_month": 2000000, "calculations_per_month": 20000}',
    'request', 0.0002, false, true, 30),
  ('scale', 'Scale', 'For platforms that others build on', 'Our highest limits, and your tickets come first.',
    299, 2990, 0,
    '{"requests_per_hour": 50000, "requests_per_day": null, "requests_per_month": 10000000,
      "max_api_keys": 100, "max_proxy_resources": 200, "transcription_seconds_per_month": 720000,
      "tts_characters_per_month": 20000000, "calculations_per_month": null}',
    'request', 0.0001, true, false, 40)
) as t (slug, name, tagline, description, monthly_price, yearly_price, trial_days, limits,
  overage_unit, overage_price, priority_support, is_popular, sort_order);

-- Private tariffs that staff offer to individual customers, in the version that is currently sold.
create table tariff_grant (
  account_id int not null references account on delete cascade,
  slug text not null,
  created_at timestamptz not null,
  primary key (account_id, slug)
);

-- What is owed for usage beyond a month's quota, by the tariff of that time: recorded when the month
-- is over, and before a change of plan for the usage until then.
create table overage (
  id uuid primary key,
  subscription_id uuid not null references subscription,
  account_id int not null references account,
  tariff_id int not null references tariff,
  metric text not null,
  month_start timestamptz not null,
  month_end timestamptz not null,
  -- The usage counter's value up to which overage is recorded.
  counter_reading numeric(24,3) not null,
  units numeric(24,3) not null check (units > 0),
  price numeric(38,18) not null check (price > 0),
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  -- When the customer was notified that the balance does not cover it.
  notified_at timestamptz,
  journal_id uuid unique,
  paid_at timestamptz,
  created_at timestamptz not null,
  check ((journal_id is null) = (paid_at is null))
);
create unique index overage_once on overage (subscription_id, metric, month_start, counter_reading);
create index overage_unpaid on overage (account_id) where paid_at is null;

-- API usage: one record per call in daily partitions, sums by hour and day, and the counters that are
-- compared with a plan's quotas. The flush of the meter writes all of it.

-- Route templates, once each, so that records and sums store two bytes instead of a path.
create table usage_endpoint (
  id smallint generated always as identity primary key,
  method text not null,
  path text not null,
  endpoint_group text not null,
  unique (method, path)
);

create table usage_record (
  -- UUID version 7: its time is `created_at`, so that a record is found by id without an index.
  id uuid not null,
  request_id uuid not null,
  account_id int not null,
  subscription_id uuid,
  -- Null for a session.
  api_key_id uuid,
  endpoint_id smallint not null,
  status_code smallint not null,
  response_time_ms int not null,
  metric text not null,
  units numeric(18,3) not null,
  -- Of units beyond a quota, in the tariff's currency.
  cost numeric(24,12) not null,
  ip_address inet,
  user_agent text not null,
  created_at timestamptz not null
) partition by range (created_at);
create index usage_record_by_account on usage_record (account_id, created_at desc, id desc);

-- For records without a partition: times far off, or everything if the job does not run.
create table usage_record_default partition of usage_record default;
create unique index on usage_record_default (request_id);

create table usage_hour (
  account_id int not null,
  hour timestamptz not null,
  endpoint_id smallint not null,
  status_code smallint not null,
  metric text not null,
  -- Zeros for a session: a primary key can't contain null.
  api_key_id uuid not null,
  requests bigint not null,
  units numeric(24,3) not null,
  cost numeric(30,12) not null,
  response_time_ms bigint not null,
  primary key (account_id, hour, endpoint_id, status_code, metric, api_key_id)
) with (fillfactor = 70);
create index usage_hour_by_age on usage_hour using brin (hour);

-- Days in UTC, summed up from the hours once a day is over; kept after hours and records are deleted.
create table usage_day (
  account_id int not null,
  day date not null,
  endpoint_id smallint not null,
  status_code smallint not null,
  metric text not null,
  api_key_id uuid not null,
  requests bigint not null,
  units numeric(24,3) not null,
  cost numeric(30,12) not null,
  response_time_ms bigint not null,
  primary key (account_id, day, endpoint_id, status_code, metric, api_key_id)
);
create index usage_day_by_day on usage_day (day);

-- Days that got more records after they were summed up.
create table usage_late_day (
  day date primary key,
  recorded_at timestamptz not null
);

create table usage_counter (
  account_id int not null,
  metric text not null,
  span text not null check (span in ('hour', 'day', 'month')),
  starts_at timestamptz not null,
  used numeric(24,3) not null,
  primary key (account_id, metric, span, starts_at)
) with (fillfactor = 70);

-- Units reserved before the work; the record of the request settles them.
create table usage_reservation (
  request_id uuid primary key,
  account_id int not null,
  metric text not null,
  -- Of the counter's month.
  starts_at timestamptz not null,
  units numeric(18,3) not null check (units > 0),
  created_at timestamptz not null
);
create index usage_reservation_by_age on usage_reservation (created_at);

-- A flush whose response was lost is sent again and then does nothing.
create table usage_flush (
  id uuid primary key,
  flushed_at timestamptz not null
);
create index usage_flush_by_age on usage_flush (flushed_at);

-- Sent once per period for each percentage of a quota.
create table usage_alert (
  account_id int not null references account on delete cascade,
  metric text not null,
  starts_at timestamptz not null,
  percent smallint not null,
  created_at timestamptz not null,
  -- After a change of the quota the alerts are sent again.
  quota numeric(24,3) not null,
  primary key (account_id, metric, starts_at, quota, percent)
);

-- Creates the partition of a day (UTC) and moves records of that day into it. False if it exists.
create function usage_create_partition(p_day date) returns boolean language plpgsql as $$
declare
  v_name text := 'usage_record_' || to_char(p_day, 'YYYYMMDD');
  v_from timestamptz := p_day::timestamp at time zone 'utc';
  v_to timestamptz := (p_day + 1)::timestamp at time zone 'utc';
begin
  perform pg_advisory_xact_lock(727012);
  if to_regclass(v_name) is not null then
    return false;
  end if;
  -- No flush may insert a record of this day into the default partition between move and attachment.
  lock table usage_record_default in access exclusive mode;
  execute format('create table %I (like usage_record including all)', v_name);
  execute format('create unique index on %I (request_id)', v_name);
  execute format(
    'with moved as (
       delete from usage_record_default where created_at >= %L and created_at < %L returning *
     ) insert into %I select * from moved', v_from, v_to, v_name);
  execute format('alter table usage_record attach partition %I for values from (%L) to (%L)',
    v_name, v_from, v_to);
  return true;
end $$;

-- Drops the partitions before a day, and such records of the default partition. Returns the number of
-- dropped partitions.
create function usage_drop_partitions(p_before date) returns int language plpgsql as $$
declare
  v_name text;
  v_count int := 0;
begin
  perform pg_advisory_xact_lock(727012);
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_record'::regclass and c.relname ~ '^usage_record_\d{8}$'
      and c.relname < 'usage_record_' || to_char(p_before, 'YYYYMMDD')
    order by c.relname
  loop
    execute format('drop table %I', v_name);
    v_count := v_count + 1;
  end loop;
  delete from usage_record_default where created_at < p_before::timestamp at time zone 'utc';
  return v_count;
end $$;

-- The first process finds partitions for a week; from then on the job creates them in advance.
select usage_create_partition((now() at time zone 'utc')::date + n) from generate_series(-1, 7) n;
