-- The request log: what a usage record says about a call beyond what it counted.
alter table usage_record
  add column error_code text,
  add column error_message text,
  -- Null where they are unknown: bodies without a length, streams, and work outside a call.
  add column request_bytes int,
  add column response_bytes int,
  -- Of a call that no endpoint has; the endpoint's path is then a placeholder.
  add column unknown_path text,
  -- Counts towards no quota: refused before the work, or a preview.
  add column is_free boolean not null default false;

-- Of `requests`.
alter table usage_hour add column free bigint not null default 0;
alter table usage_day add column free bigint not null default 0;

-- Hours of calls that failed, by error code: a fraction of usage_hour.
create table usage_error_hour (
  account_id int not null,
  hour timestamptz not null,
  error_code text not null,
  endpoint_id smallint not null,
  status_code smallint not null,
  metric text not null,
  api_key_id uuid not null,
  requests bigint not null,
  free bigint not null,
  units numeric(24,3) not null,
  cost numeric(30,12) not null,
  response_time_ms bigint not null,
  primary key (account_id, hour, error_code, endpoint_id, status_code, metric, api_key_id)
) with (fillfactor = 70);
create index usage_error_hour_by_age on usage_error_hour using brin (hour);

-- Before today no record has a code: only partitions from today on need the index, and most are empty.
do $$
declare
  v_name text;
begin
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_record'::regclass and (c.relname = 'usage_record_default'
      or c.relname >= 'usage_record_' || to_char(now() at time zone 'utc', 'YYYYMMDD'))
  loop
    execute format('create index on %I (account_id, error_code, created_at, id)
      where error_code is not null', v_name);
  end loop;
end $$;

create or replace function usage_create_partition(p_day date) returns boolean language plpgsql as $$
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
  execute format('create index on %I (account_id, error_code, created_at, id)
    where error_code is not null', v_name);
  execute format(
    'with moved as (
       delete from usage_record_default where created_at >= %L and created_at < %L returning *
     ) insert into %I select * from moved', v_from, v_to, v_name);
  execute format('alter table usage_record attach partition %I for values from (%L) to (%L)',
    v_name, v_from, v_to);
  return true;
end $$;

-- A ticket may be about a call. Processes of the release before write none of these.
alter table ticket drop constraint ticket_related_type_check;
alter table ticket add constraint ticket_related_type_check
  check (related_type in ('payment', 'key', 'calculation', 'subscription', 'call')) not valid;
alter table ticket validate constraint ticket_related_type_check;
