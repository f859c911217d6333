-- A third status of a calculation: between two amounts, until a question is answered.
alter table customs_batch_entry drop constraint customs_batch_entry_status_check;
alter table customs_batch_entry add constraint customs_batch_entry_status_check
  check (status in ('complete', 'range', 'partial', 'failed'));
alter table customs_recalculation drop constraint customs_recalculation_status_before_check;
alter table customs_recalculation add constraint customs_recalculation_status_before_check
  check (status_before in ('complete', 'range', 'partial', 'unavailable'));
alter table customs_recalculation drop constraint customs_recalculation_status_after_check;
alter table customs_recalculation add constraint customs_recalculation_status_after_check
  check (status_after in ('complete', 'range', 'partial', 'unavailable'));
