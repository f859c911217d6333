-- The figures of the company: what they read that no other table has.

-- Movements of monthly recurring revenue. The trigger below is the only writer, so that no change of a
-- plan is missed; rows are never changed. The definitions are in src/areas/figures/wire.
create table mrr_movement (
  id bigint generated always as identity primary key,
  -- No foreign keys: the trigger takes both from the row that it belongs to.
  account_id int not null,
  subscription_id uuid not null,
  kind text not null check (kind in ('new', 'expansion', 'contraction', 'churn', 'reactivation')),
  -- Added to the price of the account's month; below zero for contraction and churn.
  amount numeric(38,18) not null check (amount <> 0),
  currency text not null,
  occurred_at timestamptz not null,
  -- First days of months in UTC: of the movement, and of the account's first one in the currency.
  month date not null
    generated always as (date_trunc('month', occurred_at at time zone 'UTC')::date) stored,
  cohort date not null,
  check ((amount < 0) = (kind in ('contraction', 'churn')))
);
-- Sums of all months read this index alone, in its order.
create index mrr_movement_sums on mrr_movement (currency, month, cohort, kind) include (amount);
create index mrr_movement_by_time on mrr_movement (currency, occurred_at desc, id desc);
create index mrr_movement_by_account on mrr_movement (account_id, currency, id);

-- What a plan adds to monthly recurring revenue: a year counts as twelve months, to the cent.
create function subscription_mrr(p_status text, p_price numeric, p_period text) returns numeric
language sql immutable as $$
  select case when p_status in ('active', 'past_due')
    then round(p_price / case p_period when 'yearly' then 12 else 1 end, 2) else 0 end
$$;

create function subscription_record_movement() returns trigger language plpgsql as $$
declare
  v_after numeric := subscription_mrr(new.status, new.price, new.billing_period);
  v_before numeric := 0;
  v_at timestamptz := new.created_at;
  v_cohort date;
begin
  if tg_op = 'UPDATE' then
    v_before := subscription_mrr(old.status, old.price, old.billing_period);
    v_at := new.updated_at;
  end if;
  if v_after = v_before then
    return null;
  end if;
  select cohort into v_cohort from mrr_movement
  where account_id = new.account_id and currency = new.currency order by id limit 1;
  insert into mrr_movement (account_id, subscription_id, kind, amount, currency, occurred_at, cohort)
  values (
    new.account_id, new.id,
    case
      when v_after = 0 then 'churn'
      when v_before = 0 then case when v_cohort is null then 'new' else 'reactivation' end
      when v_after > v_before then 'expansion' else 'contraction'
    end,
    v_after - v_before, new.currency, v_at,
    coalesce(v_cohort, date_trunc('month', v_at at time zone 'UTC')::date)
  );
  return null;
end $$;
create trigger subscription_moves after insert or update of status, price, billing_period
  on subscription for each row execute function subscription_record_movement();

-- What came before, from the charges: each sets the price of a month until the next one of the account,
-- the last one until the plan ended. Months without a charge between two of a plan are not seen.
with priced as (
  select c.account_id, c.subscription_id, c.currency, c.period_end,
    case c.kind when 'upgrade' then c.created_at else c.period_start end as at,
    subscription_mrr('active',
      case when c.period_end - c.period_start > interval '100 days'
        then coalesce(t.yearly_price, t.monthly_price * 12) else t.monthly_price end,
      case when c.period_end - c.period_start > interval '100 days' then 'yearly' else 'monthly' end
    ) as mrr
  from subscription_charge c join tariff t on t.id = c.tariff_id
), stated as (
  select account_id, subscription_id, currency, at, mrr from priced
  union all
  -- Now: an end, or the price that counts.
  select s.account_id, s.id, s.currency,
    case
      when subscription_mrr(s.status, s.price, s.billing_period) > 0
        then greatest(s.starts_at, p.at)
      when s.price = 0 then p.period_end
      else coalesce(s.ended_at, s.suspended_at, p.period_end)
    end,
    subscription_mrr(s.status, s.price, s.billing_period)
  from subscription s
  left join lateral (
    select max(at) as at, max(period_end) as period_end from priced where subscription_id = s.id
  ) p on true
  where p.at is not null or subscription_mrr(s.status, s.price, s.billing_period) > 0
), moved as (
  select *, coalesce(lag(mrr) over w, 0) as before,
    first_value(at) over w as first_at,
    row_number() over w as place
  from stated
  window w as (partition by account_id, currency order by at, mrr desc)
)
insert into mrr_movement (account_id, subscription_id, kind, amount, currency, occurred_at, cohort)
select account_id, subscription_id,
  case
    when mrr = 0 then 'churn'
    when before = 0 then case when place = 1 then 'new' else 'reactivation' end
    when mrr > before then 'expansion' else 'contraction'
  end,
  mrr - before, currency, at, date_trunc('month', first_at at time zone 'UTC')::date
from moved where mrr <> before order by at, place;
-- End of what came before.

-- Usage of all accounts by day and area: summed up with the days of the accounts.
create table usage_area_day (
  -- In UTC.
  day date not null,
  endpoint_group text not null,
  metric text not null,
  requests bigint not null,
  errors bigint not null,
  units numeric(30,3) not null,
  cost numeric(36,12) not null,
  primary key (day, endpoint_group, metric)
);
insert into usage_area_day (day, endpoint_group, metric, requests, errors, units, cost)
select d.day, e.endpoint_group, d.metric, sum(d.requests),
  coalesce(sum(d.requests) filter (where d.status_code >= 400), 0), sum(d.units), sum(d.cost)
from usage_day d join usage_endpoint e on e.id = d.endpoint_id group by 1, 2, 3;

create index subscription_trial on subscription (created_at) where trial_ends_at is not null;
create index subscription_past_due on subscription (past_due_at) where status = 'past_due';
create index subscription_charge_by_time on subscription_charge (currency, created_at)
  include (amount);
create index overage_by_payment on overage (currency, paid_at) include (amount)
  where paid_at is not null;
create index payment_unpaid_by_time on payment (created_at) include (status, currency, amount)
  where status in ('failed', 'expired') and not is_test;
