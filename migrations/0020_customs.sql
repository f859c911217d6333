-- Rule sets as they were published: a version never changes again.
create table customs_rule_set (
  id int generated always as identity primary key,
  set_id text not null,
  version int not null check (version > 0),
  kind text not null check (kind in ('vehicle', 'goods')),
  status text not null check (status in ('draft', 'published', 'superseded')),
  body jsonb not null,
  digest text not null,
  created_at timestamptz not null,
  published_at timestamptz,
  unique (set_id, version)
);

create function customs_keep_published() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.body <> old.body or new.set_id <> old.set_id
    or new.version <> old.version or new.digest <> old.digest) then
    raise exception 'a published rule set never changes';
  end if;
  return new;
end $$;
create trigger customs_keep_published before update on customs_rule_set
  for each row execute function customs_keep_published();

create table customs_calculation (
  id int generated always as identity primary key,
  account_id int not null references account (id) on delete cascade,
  kind text not null check (kind in ('custom', 'vehicle')),
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

-- Units of the currency for one euro, on a day.
create table exchange_rate (
  currency text not null,
  on_date date not null,
  per_euro numeric(38, 18) not null check (per_euro > 0),
  source text not null,
  primary key (currency, on_date)
);
