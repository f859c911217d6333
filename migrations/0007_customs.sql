-- Versions of the rule sets. Staff change rules without a deployment: one person drafts a version,
-- another reviews it, and only a reviewed version is published.
create table customs_rule_set (
  id int generated always as identity primary key,
  set_id text not null,
  version int not null check (version > 0),
  kind text not null check (kind in ('vehicle', 'goods')),
  status text not null check (status in ('draft', 'reviewed', 'published', 'superseded')),
  body jsonb not null,
  digest text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  drafted_by int references account,
  reviewed_by int references account,
  unique (set_id, version),
  -- A version that came with a deployment was drafted and reviewed with the source code.
  constraint customs_rule_set_review check (
    case
      when drafted_by is null then reviewed_by is null
      when status = 'draft' then reviewed_by is null
      else reviewed_by is not null and reviewed_by <> drafted_by
    end
  )
);
create index customs_rule_set_in_use on customs_rule_set (id) where status = 'published';

-- Only a draft can change, and a published version is never unpublished.
create function customs_check_rule_set_change() returns trigger language plpgsql as $$
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
create trigger customs_rule_set_immutable before update or delete on customs_rule_set
  for each row execute function customs_check_rule_set_change();

-- Who did what with a version, and why. Append-only.
create table customs_rule_set_event (
  id int generated always as identity primary key,
  rule_set_id int not null references customs_rule_set (id),
  action text not null
    check (action in ('drafted', 'changed', 'approved', 'returned', 'published', 'superseded')),
  -- Null: it came with a deployment.
  account_id int references account,
  note text not null default '',
  digest text not null,
  created_at timestamptz not null
);
create index customs_rule_set_event_of_set on customs_rule_set_event (rule_set_id, id);

create function customs_refuse_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'events of rule sets never change';
end $$;
create trigger customs_rule_set_event_append_only before update or delete on customs_rule_set_event
  for each row execute function customs_refuse_event_change();

create table customs_calculation (
  id int generated always as identity primary key,
  account_id int not null references account (id) on delete cascade,
  kind text not null check (kind in ('goods', 'vehicle')),
  title text not null default '',
  notes text not null default '',
  is_saved boolean not null,
  destination_country text not null,
  regime text not null,
  currency text not null,
  total numeric(38, 18) not null,
  hs_codes text[] not null default '{}',
  inputs jsonb not null,
  result jsonb not null,
  rule_set_id int not null references customs_rule_set (id),
  rates jsonb not null,
  share_token text unique,
  recalculated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index customs_calculation_history on customs_calculation (account_id, kind, created_at desc, id desc);
create index customs_calculation_saved on customs_calculation (account_id, kind, created_at desc, id desc)
  where is_saved;
create index customs_calculation_unsaved on customs_calculation (created_at) where not is_saved;
-- Counts what an account stores: saved calculations, and shared runs of the history.
create index customs_calculation_stored on customs_calculation (account_id)
  where is_saved or share_token is not null;

-- Units of the currency per euro, on a day.
create table exchange_rate (
  currency text not null,
  rate_date date not null,
  per_euro numeric(38, 18) not null check (per_euro > 0),
  source text not null,
  primary key (currency, rate_date)
);

-- Rates that jumped too far to be accepted immediately. A rate that a source repeats on several
-- consecutive days is accepted.
create table exchange_rate_refusal (
  currency text not null,
  rate_date date not null,
  per_euro numeric(38, 18) not null check (per_euro > 0),
  source text not null,
  primary key (currency, rate_date)
);

-- Tariff codes that a customer saved, with the customer's own description.
create table customs_saved_code (
  account_id int not null references account (id) on delete cascade,
  code text not null check (code ~ '^[0-9]{4,10}$'),
  description text not null,
  saved_at timestamptz not null,
  primary key (account_id, code)
);
