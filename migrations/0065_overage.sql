-- What is told of a quota is told again of another limit.
alter table usage_alert add column quota numeric(24,3) not null default 0;
alter table usage_alert alter column quota drop default;
alter table usage_alert drop constraint usage_alert_pkey;
alter table usage_alert add primary key (account_id, metric, starts_at, quota, percent);

-- What is owed for use past the quota of a month, by the tariff that held: noted when the month is
-- over, and before a change of plan for what was used until then.
create table overage (
  id uuid primary key,
  subscription_id uuid not null references subscription,
  account_id int not null references account,
  tariff_id int not null references tariff,
  metric text not null,
  month_start timestamptz not null,
  month_end timestamptz not null,
  -- The counter's reading up to which nothing more is owed.
  used_to numeric(24,3) not null,
  units numeric(24,3) not null check (units > 0),
  price numeric(38,18) not null check (price > 0),
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  -- When a mail said that the balance does not cover it.
  told_at timestamptz,
  journal_id uuid unique,
  paid_at timestamptz,
  created_at timestamptz not null,
  check ((journal_id is null) = (paid_at is null))
);
create unique index overage_once on overage (subscription_id, metric, month_start, used_to);
create index overage_owed on overage (account_id) where paid_at is null;

-- Months that were charged for before stay charged.
insert into overage
select gen_random_uuid(), j.subscription_id, j.account_id, s.tariff_id, month.metric, month.start,
  (month.start at time zone 'utc' + interval '1 month') at time zone 'utc',
  coalesce(c.used, units), units,
  (j.metadata->>'price')::numeric, -p.amount, s.currency, null, j.id, j.created_at, j.created_at
from journal j
join posting p on p.journal_id = j.id and p.transaction_id is not null
join subscription s on s.id = j.subscription_id
cross join lateral (
  select j.metadata->>'metric' as metric, (j.metadata->>'units')::numeric as units,
    split_part(j.idempotency_key, ':overage:', 2)::timestamptz as start
) month
left join usage_counter c on c.account_id = j.account_id and c.metric = month.metric
  and c.span = 'month' and c.starts_at = month.start
where j.metadata->>'kind' = 'overage';

-- Private tariffs that staff offer to single customers, in whatever version is sold.
create table tariff_grant (
  account_id int not null references account on delete cascade,
  slug text not null,
  created_at timestamptz not null,
  primary key (account_id, slug)
);
