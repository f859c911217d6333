-- What is sold. A price or a limit never changes in place: a new version of the slug supersedes the
-- old one, and who has the old one keeps it.
create table tariff (
  id int generated always as identity primary key,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  version int not null default 1 check (version > 0),
  name text not null,
  description text not null default '',
  tagline text not null default '',
  currency text not null default 'USD',
  monthly_price numeric(38,18) not null check (monthly_price >= 0),
  -- Null when it can't be paid by the year.
  yearly_price numeric(38,18) check (yearly_price >= 0),
  trial_days int not null default 0 check (trial_days between 0 and 365),
  -- By name as the wire says them; null or absent means unlimited.
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
  superseded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (slug, version),
  check ((overage_unit is null) = (overage_price is null))
);
create unique index tariff_current on tariff (slug) where superseded_at is null;

create table subscription (
  id uuid primary key,
  account_id int not null references account,
  tariff_id int not null references tariff,
  status text not null check (status in (
    'pending', 'trialing', 'active', 'past_due', 'suspended', 'cancelled', 'expired'
  )),
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  -- For one period, as it was when it was agreed on.
  price numeric(38,18) not null check (price >= 0),
  currency text not null,
  cancel_at_period_end boolean not null default false,
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  starts_at timestamptz not null,
  -- Periods end on this day and time of a month, or on the month's last day where it has no such.
  anchor_at timestamptz not null,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  -- End of what was charged for; null when nothing was. A plan cancelled at once may return until then.
  paid_until timestamptz,
  trial_ends_at timestamptz,
  -- Agreed on for later: at the end of the period, or when the payment is completed.
  pending_tariff_id int references tariff,
  pending_billing_period text check (pending_billing_period in ('monthly', 'yearly')),
  pending_payment_id uuid,
  -- An unpaid start or change is given up then.
  pending_until timestamptz,
  past_due_at timestamptz,
  -- Charges that failed for the period that is due; each was told by mail.
  failed_charges int not null default 0,
  suspended_at timestamptz,
  -- For which end of a trial or year a reminder was sent.
  reminded_for timestamptz,
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
-- For the job that renews, retries and ends.
create index subscription_due on subscription (current_period_end)
  where status in ('trialing', 'active', 'past_due');
create index subscription_waiting on subscription (pending_until) where pending_until is not null;

-- Every amount of a subscription and how it came about.
create table subscription_charge (
  id uuid primary key,
  subscription_id uuid not null references subscription,
  account_id int not null references account,
  tariff_id int not null references tariff,
  kind text not null check (kind in ('start', 'renewal', 'upgrade')),
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  -- What was left of an earlier price and taken off.
  credit numeric(38,18) not null default 0 check (credit >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  journal_id uuid not null unique,
  created_at timestamptz not null,
  check (period_start < period_end)
);
-- A period is begun once, whoever tries.
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

-- Who was here before there were tariffs has the free one too.
insert into subscription (
  id, account_id, tariff_id, status, billing_period, price, currency, starts_at, anchor_at,
  current_period_start, current_period_end, created_at, updated_at
)
select gen_random_uuid(), account.id, tariff.id, 'active', 'monthly', 0, tariff.currency, at, at, at,
  (at at time zone 'utc' + interval '1 month') at time zone 'utc', at, at
from account, tariff, lateral (select date_trunc('second', now()) as at) as moment
where account.status <> 'deleted' and tariff.slug = 'free';
