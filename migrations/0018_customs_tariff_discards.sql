-- A version that was never published may be discarded. What happened to it stays on record: the
-- events of a version outlive it, and are never deleted.
alter table customs_tariff_event drop constraint customs_tariff_event_tariff_id_fkey;
alter table customs_tariff_event drop constraint customs_tariff_event_action_check;
alter table customs_tariff_event add constraint customs_tariff_event_action_check
  check (action in ('imported', 'approved', 'published', 'superseded', 'discarded'));
drop trigger customs_tariff_event_append_only on customs_tariff_event;
create trigger customs_tariff_event_append_only before update or delete on customs_tariff_event
  for each row execute function customs_refuse_event_change();

-- For the check that no calculation used the version.
create index customs_calculation_tariff on customs_calculation (tariff_id)
  where tariff_id is not null;
