-- Rates that jumped too far to be believed at once. What a source says on some days in a row is
-- believed.
create table exchange_rate_refusal (
  currency text not null,
  on_date date not null,
  per_euro numeric(38, 18) not null check (per_euro > 0),
  source text not null,
  primary key (currency, on_date)
);

-- Tariff codes that a customer comes back to, in their own words.
create table customs_saved_code (
  account_id int not null references account (id) on delete cascade,
  code text not null check (code ~ '^[0-9]{4,10}$'),
  description text not null,
  saved_at timestamptz not null,
  primary key (account_id, code)
);
