-- Lists of failed calls, by status or by code, read an index of the failed ones. Partitions of past days
-- and of today keep the index by code, which lists by status do not use; those of the days to come are
-- empty.
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
  execute format('create index on %I (account_id, created_at, id)
    where status_code >= 400 or error_code is not null', v_name);
  execute format(
    'with moved as (
       delete from usage_record_default where created_at >= %L and created_at < %L returning *
     ) insert into %I select * from moved', v_from, v_to, v_name);
  execute format('alter table usage_record attach partition %I for values from (%L) to (%L)',
    v_name, v_from, v_to);
  return true;
end $$;

do $$
declare
  v_name text;
begin
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_record'::regclass and c.relname <> 'usage_record_default'
      and c.relname > 'usage_record_' || to_char(now() at time zone 'utc', 'YYYYMMDD')
  loop
    execute format('create index on %I (account_id, created_at, id)
      where status_code >= 400 or error_code is not null', v_name);
    execute format('drop index %I', v_name || '_account_id_error_code_created_at_id_idx');
  end loop;
end $$;
