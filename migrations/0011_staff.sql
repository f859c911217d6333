-- Audit log, impersonation, feature switches.

-- An entry is written before the call runs and closed once with its result.
create table audit_entry (
  id uuid primary key,
  occurred_at timestamptz not null,
  account_id int not null references account,
  -- As of that time: addresses change and accounts are erased.
  email text not null,
  roles text[] not null,
  method text not null,
  path text not null,
  params jsonb not null,
  input jsonb,
  ip inet,
  user_agent text not null default '',
  request_id text not null,
  -- The object of the call, and its state before and after: written together with the change.
  subject_type text,
  subject_id text,
  before jsonb,
  after jsonb,
  -- Null if the process ended before it responded.
  status int
);
create index audit_entry_by_time on audit_entry (occurred_at desc, id desc);
create index audit_entry_by_account on audit_entry (account_id, occurred_at desc, id desc);
create index audit_entry_by_subject
  on audit_entry (subject_type, subject_id, occurred_at desc, id desc);

create function audit_entry_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status is null
    and (new.id, new.occurred_at, new.account_id, new.email, new.roles, new.method, new.path,
      new.params, new.input, new.ip, new.user_agent, new.request_id)
    is not distinct from (old.id, old.occurred_at, old.account_id, old.email, old.roles, old.method,
      old.path, old.params, old.input, old.ip, old.user_agent, old.request_id)
  then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function audit_entry_refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function audit_entry_refuse_change();

-- A staff member views an account as its owner sees it, read-only.
create table impersonation (
  id uuid primary key,
  staff_id int not null references account,
  account_id int not null references account,
  session_id uuid not null,
  reason text not null check (reason <> ''),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index impersonation_by_time on impersonation (created_at desc, id desc);

-- Features that staff switched off or on again for everyone. A feature without a row is on.
create table feature_switch (
  name text primary key,
  is_on boolean not null,
  -- For the audit log.
  reason text not null check (reason <> ''),
  -- Shown to customers while it is off.
  notice text not null default '',
  changed_by int not null references account,
  changed_at timestamptz not null
);
