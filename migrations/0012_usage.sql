-- What the API was used for: a record a call in daily partitions, sums by hour and day, and the
-- counters that a plan's quotas are held against. All of it is written by the flush of the meter.

-- Route templates, once each, so that records and sums hold two bytes instead of a path.
create table usage_endpoint (
  id smallint generated always as identity primary key,
  method text not null,
  path text not null,
  endpoint_group text not null,
  unique (method, path)
);

create table usage_record (
  -- Version 7: its time is `created_at`, so that a record is found by its id without an index on it.
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
  -- Of units past a quota, in the tariff's currency.
  cost numeric(24,12) not null,
  ip_address inet,
  user_agent text not null,
  created_at timestamptz not null
) partition by range (created_at);
create index usage_record_by_account on usage_record (account_id, created_at desc, id desc);

-- Takes what no partition is open for: times far off, and everything if the job should not run.
create table usage_record_default partition of usage_record default;
create unique index on usage_record_default (request_id);

create table usage_hour (
  account_id int not null,
  hour timestamptz not null,
  endpoint_id smallint not null,
  status_code smallint not null,
  metric text not null,
  -- Zeros for a session: a key of a table can't hold null.
  api_key_id uuid not null,
  requests bigint not null,
  units numeric(24,3) not null,
  cost numeric(30,12) not null,
  response_time_ms bigint not null,
  primary key (account_id, hour, endpoint_id, status_code, metric, api_key_id)
) with (fillfactor = 70);
create index usage_hour_by_age on usage_hour using brin (hour);

-- Days in UTC, made of the hours once a day is over; they stay when hours and records are gone.
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

-- Days that are over and got further records since they were summed up.
create table usage_late_day (
  day date primary key,
  noted_at timestamptz not null
);

create table usage_counter (
  account_id int not null,
  metric text not null,
  span text not null check (span in ('hour', 'day', 'month')),
  starts_at timestamptz not null,
  used numeric(24,3) not null,
  primary key (account_id, metric, span, starts_at)
) with (fillfactor = 70);

-- Units taken before the work; the record of the request settles them.
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

-- A flush whose answer got lost is sent again, and does nothing then.
create table usage_flush (
  id uuid primary key,
  flushed_at timestamptz not null
);
create index usage_flush_by_age on usage_flush (flushed_at);

-- Told once a period for each share of a quota, in percent.
create table usage_alert (
  account_id int not null references account on delete cascade,
  metric text not null,
  starts_at timestamptz not null,
  percent smallint not null,
  created_at timestamptz not null,
  primary key (account_id, metric, starts_at, percent)
);

-- Opens a day of records (UTC) and moves those in that came before. False when it is open.
create function usage_open_day(p_day date) returns boolean language plpgsql as $$
declare
  v_name text := 'usage_record_' || to_char(p_day, 'YYYYMMDD');
  v_from timestamptz := p_day::timestamp at time zone 'utc';
  v_to timestamptz := (p_day + 1)::timestamp at time zone 'utc';
begin
  perform pg_advisory_xact_lock(727012);
  if to_regclass(v_name) is not null then
    return false;
  end if;
  -- A flush must not put a record of this day there between the move and the attachment.
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

-- Drops the days before one, and what the default partition holds of them. Returns how many days.
create function usage_drop_days(p_before date) returns int language plpgsql as $$
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

-- The process that starts first finds a week open; from then on the job opens days ahead.
select usage_open_day((now() at time zone 'utc')::date + n) from generate_series(-1, 7) n;
