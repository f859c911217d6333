-- Periods of plans that were over before anything was charged for them, as after an outage. Staff
-- propose and approve for each, like an adjustment, whether it is charged or waived.
create table missed_period (
  id uuid primary key,
  subscription_id uuid not null references subscription,
  account_id int not null references account,
  tariff_id int not null references tariff,
  -- The price of the period, as agreed on.
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  status text not null default 'open' check (status in ('open', 'charged', 'waived')),
  -- The approved proposal.
  adjustment_id uuid references adjustment,
  decided_at timestamptz,
  created_at timestamptz not null,
  check (period_start < period_end),
  check ((status = 'open') = (adjustment_id is null)),
  check ((status = 'open') = (decided_at is null))
);
create unique index missed_period_once on missed_period (subscription_id, period_start);
create index missed_period_open on missed_period (created_at, id) where status = 'open';
create index missed_period_by_time on missed_period (period_start desc, id desc);
create index missed_period_by_account on missed_period (account_id, period_start desc, id desc);

alter table adjustment
  add column missed_period_id uuid,
  -- What it is about, where nothing else says so.
  add column description text not null default '',
  drop constraint adjustment_kind_check,
  add constraint adjustment_kind_check check (
    kind in ('adjustment', 'refund', 'complete', 'credit', 'charge_period', 'waive_period')),
  add constraint adjustment_of_missed_period_check
    check ((kind in ('charge_period', 'waive_period')) = (missed_period_id is not null)),
  drop constraint adjustment_check4,
  -- The charge of a missed period is a journal of its subscription.
  add constraint adjustment_journal_check check (
    (status = 'approved' and missed_period_id is null) = (journal_id is not null));
-- One open proposal per missed period.
create unique index adjustment_of_missed_period on adjustment (missed_period_id)
  where status = 'proposed';
