-- What a customer lets overage cost in a usage month, and what each API key may use of it. Amounts
-- are in the currency that the plan had when they were set: in another one they allow nothing.

create table spending_setting (
  account_id int primary key references account on delete cascade,
  is_overage_on boolean not null,
  -- Null: the cap of the tariff applies.
  cap numeric(38,18) check (cap > 0),
  currency text,
  updated_at timestamptz not null,
  check ((cap is null) = (currency is null))
);

-- The cap of accounts that set none; null: the tariff has none either.
alter table tariff add column overage_cap numeric(38,18) check (overage_cap > 0);

-- Of a key and the keys that it is rotated into together.
alter table api_key
  add column overage_budget numeric(38,18) check (overage_budget > 0),
  add column overage_budget_currency text,
  add column requests_budget bigint check (requests_budget > 0),
  add constraint api_key_overage_budget_currency
    check ((overage_budget is null) = (overage_budget_currency is null)) not valid;
alter table api_key validate constraint api_key_overage_budget_currency;

-- Use of each key in a usage month, written by the flush of the meter. A chain of rotations has one
-- row.
create table usage_key_counter (
  account_id int not null,
  lineage_id uuid not null,
  starts_at timestamptz not null,
  requests bigint not null,
  -- Of overage, in the currency of the tariff.
  cost numeric(30,12) not null,
  primary key (account_id, lineage_id, starts_at)
) with (fillfactor = 70);
