-- Staff change rules without a deployment: one person drafts a version, another one reviews it, and
-- only what was reviewed is published.
alter table customs_rule_set
  add column drafted_by int references account,
  add column reviewed_by int references account,
  drop constraint customs_rule_set_status_check,
  add constraint customs_rule_set_status_check
    check (status in ('draft', 'reviewed', 'published', 'superseded')),
  -- What came with a deployment was drafted and reviewed where the source is.
  add constraint customs_rule_set_review check (
    case
      when drafted_by is null then reviewed_by is null
      when status = 'draft' then reviewed_by is null
      else reviewed_by is not null and reviewed_by <> drafted_by
    end
  );
create index customs_rule_set_in_use on customs_rule_set (id) where status = 'published';

-- Only a draft's rules change, and nothing is taken back once it is published.
create or replace function customs_keep_published() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'rule sets are never deleted';
  end if;
  if old.status <> 'draft' and (new.body <> old.body or new.set_id <> old.set_id
    or new.version <> old.version or new.digest <> old.digest) then
    raise exception 'a published rule set never changes';
  end if;
  if (old.status = 'published' and new.status not in ('published', 'superseded'))
    or (old.status = 'superseded' and new.status <> 'superseded') then
    raise exception 'a published rule set is never taken back';
  end if;
  return new;
end $$;
drop trigger customs_keep_published on customs_rule_set;
create trigger customs_keep_published before update or delete on customs_rule_set
  for each row execute function customs_keep_published();

-- Who did what with a version, and with which words. Rows are only ever added.
create table customs_rule_set_event (
  id int generated always as identity primary key,
  rule_set_id int not null references customs_rule_set (id),
  action text not null
    check (action in ('drafted', 'changed', 'approved', 'returned', 'published', 'superseded')),
  -- None: it came with a deployment.
  account_id int references account,
  note text not null default '',
  digest text not null,
  created_at timestamptz not null
);
create index customs_rule_set_event_of_set on customs_rule_set_event (rule_set_id, id);

create function customs_keep_events() returns trigger language plpgsql as $$
begin
  raise exception 'events of rule sets never change';
end $$;
create trigger customs_keep_events before update or delete on customs_rule_set_event
  for each row execute function customs_keep_events();
