-- Keys of calculators on other sites. They are public: the list of sites and the quota limit them.
create table customs_embed_key (
  id uuid primary key,
  account_id int not null references account (id) on delete cascade,
  name text not null,
  public_key text not null unique,
  origins text[] not null check (cardinality(origins) > 0),
  -- Calculations in a day, UTC.
  daily_quota int not null check (daily_quota > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz
);
create index customs_embed_key_by_account
  on customs_embed_key (account_id, created_at desc, id desc);
create index customs_embed_key_revoked on customs_embed_key (revoked_at)
  where revoked_at is not null;

create table customs_embed_day (
  key_id uuid not null references customs_embed_key (id) on delete cascade,
  day date not null,
  calculations int not null check (calculations >= 0),
  primary key (key_id, day)
);
create index customs_embed_day_by_day on customs_embed_day (day);
