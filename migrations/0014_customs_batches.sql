-- Many calculations from one file, in the background.
create table customs_batch (
  -- Also the id under which the plan's calculations are reserved and counted.
  id uuid primary key,
  account_id int not null references account (id) on delete cascade,
  -- Null: uploaded in the browser.
  api_key_id uuid,
  kind text not null check (kind in ('goods', 'vehicle')),
  file_name text not null,
  status text not null check (status in ('running', 'complete', 'cancelled', 'stopped')),
  stop_reason text check (stop_reason in ('quota_exceeded', 'subscription_required')),
  lines int not null check (lines > 0),
  calculations int not null check (calculations > 0),
  done int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((status = 'running') = (finished_at is null)),
  check ((status = 'stopped') = (stop_reason is not null)),
  check (failed <= done and done <= calculations)
);
create index customs_batch_by_account on customs_batch (account_id, created_at desc, id desc);
create index customs_batch_finished on customs_batch (finished_at) where finished_at is not null;

-- One calculation of a batch: a vehicle, or a consignment of one or more lines.
create table customs_batch_entry (
  batch_id uuid not null references customs_batch (id) on delete cascade,
  number int not null,
  -- The first line of the file that it came from.
  line int not null,
  reference text not null,
  -- Null once it is calculated.
  input jsonb,
  -- Null until it is calculated.
  status text check (status in ('complete', 'partial', 'failed')),
  outcome jsonb,
  primary key (batch_id, number),
  check ((status is null) = (outcome is null))
);
create index customs_batch_entry_waiting on customs_batch_entry (batch_id, number)
  where status is null;
create index customs_batch_entry_by_status on customs_batch_entry (batch_id, status, number);

-- Saved calculations whose owner wants to know when their result changes.
alter table customs_calculation add column is_watched boolean not null default false;
create index customs_calculation_watched on customs_calculation (id) where is_watched;
create index customs_calculation_watched_by_account on customs_calculation (account_id)
  where is_watched;

-- A watched calculation came out differently with newer rules or rates.
create table customs_recalculation (
  id int generated always as identity primary key,
  calculation_id int not null references customs_calculation (id) on delete cascade,
  account_id int not null references account (id) on delete cascade,
  status_before text not null check (status_before in ('complete', 'partial', 'unavailable')),
  status_after text not null check (status_after in ('complete', 'partial', 'unavailable')),
  -- Null while it cannot be calculated.
  total_before numeric(38, 18),
  total_after numeric(38, 18),
  currency_before text,
  currency_after text,
  reason text not null,
  -- The whole result of the newest one, which the next is compared with; null while unavailable.
  result jsonb,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index customs_recalculation_of_calculation
  on customs_recalculation (calculation_id, created_at desc, id desc);
create index customs_recalculation_not_mailed on customs_recalculation (account_id, id)
  where mailed_at is null;
create index customs_recalculation_mailed on customs_recalculation (account_id, mailed_at desc)
  where mailed_at is not null;
create index customs_recalculation_by_age on customs_recalculation (created_at);
