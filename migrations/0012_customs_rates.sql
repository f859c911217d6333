-- Exchange rates as each source publishes them: `units` of `base` cost `rate` of `currency`. The
-- first day is `rate_date`; `valid_until` is the last one where the source names it (a month), else
-- the rate holds until the next.
create table customs_rate (
  source text not null,
  rate_date date not null,
  base text not null,
  currency text not null,
  units numeric not null check (units > 0),
  rate numeric not null check (rate > 0),
  valid_until date check (valid_until >= rate_date),
  primary key (source, rate_date, base, currency)
);

-- Rates that jumped too far to be accepted immediately, by the day on which they were refused. One
-- that a source repeats on several days is accepted.
create table customs_rate_refusal (
  source text not null,
  refused_on date not null,
  base text not null,
  currency text not null,
  units numeric not null check (units > 0),
  rate numeric not null check (rate > 0),
  primary key (source, refused_on, base, currency)
);

-- The last attempts of each source.
create table customs_rate_fetch (
  source text primary key,
  fetched_at timestamptz,
  failed_at timestamptz,
  last_error text
);

-- The tables of 0007 had one rate per currency and day, per euro, named by the host it came from.
insert into customs_rate (source, rate_date, base, currency, units, rate)
  select case when source like '%frankfurter%' then 'frankfurter' else 'ecb' end,
    rate_date, 'EUR', currency, 1, trim_scale(per_euro)
  from exchange_rate where currency <> 'EUR';
drop table exchange_rate, exchange_rate_refusal;
