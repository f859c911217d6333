-- What staff switched off for everybody, or on again. A feature without a row is on.
create table feature_switch (
  name text primary key,
  is_on boolean not null,
  reason text not null check (reason <> ''),
  changed_by int not null references account,
  changed_at timestamptz not null
);
