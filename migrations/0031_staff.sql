-- What staff do, looking at a customer's account as the customer, and search over a million rows.
create extension if not exists pg_trgm;

-- An entry is written before the call is carried out and closed once with what became of it.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  account_id int not null references account,
  -- As it was then: addresses change and accounts are erased.
  email text not null,
  roles text[] not null,
  method text not null,
  path text not null,
  params jsonb not null,
  input jsonb,
  ip inet,
  user_agent text not null default '',
  request_id text not null,
  -- What the call was about, and how it was before and after: written with the change itself.
  subject_type text,
  subject_id text,
  before jsonb,
  after jsonb,
  -- Null for a call that the process did not live to answer.
  status int
);
create index audit_entry_by_time on audit_entry (at desc, id desc);
create index audit_entry_by_account on audit_entry (account_id, at desc, id desc);
create index audit_entry_by_subject on audit_entry (subject_type, subject_id, at desc, id desc);

create function audit_entry_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status is null
    and (new.id, new.at, new.account_id, new.email, new.roles, new.method, new.path, new.params,
      new.input, new.ip, new.user_agent, new.request_id)
    is not distinct from (old.id, old.at, old.account_id, old.email, old.roles, old.method,
      old.path, old.params, old.input, old.ip, old.user_agent, old.request_id)
  then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function audit_entry_is_append_only();
create trigger audit_entry_no_truncate before truncate on audit_entry
  for each statement execute function audit_entry_is_append_only();

-- A member of staff looks at an account as its owner would, and changes nothing.
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
alter table session add column impersonated_by int references account;

alter table account add column suspended_reason text not null default '';

create index account_by_joined on account (date_joined desc, id desc);
create index account_by_status on account (status, date_joined desc, id desc)
  where status <> 'active';
create index account_role_by_role on account_role (role, account_id);
create index account_search on account using gin (
  (lower(email || ' ' || first_name || ' ' || last_name || ' ' || company)) gin_trgm_ops
);
create index account_by_email_prefix on account (email text_pattern_ops);

-- Words apart from their signs, so that a part of an address or of a host's name is found as well.
alter table lead add column words tsvector generated always as (to_tsvector('simple', translate(
  name || ' ' || email || ' ' || company || ' ' || subject || ' ' || message,
  '@.:/_+-&=?#', '           '
))) stored;
create index lead_by_words on lead using gin (words) where deleted_at is null;
create index lead_by_status_down on lead (status desc, created_at desc, id desc)
  where deleted_at is null;
create index lead_by_task on lead (assigned_to, created_at desc, id desc) where deleted_at is null;

-- How sales answers: the words are a mail to the sender, kept beside the lead.
create table lead_reply (
  id uuid primary key,
  lead_id int not null references lead on delete cascade,
  account_id int references account on delete set null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index lead_reply_by_lead on lead_reply (lead_id, created_at);

create index mail_by_time on mail (created_at desc, id desc);
create index mail_by_recipient on mail (lower(to_address), created_at desc);

-- What the last checks of the ledger found, for who looks at it between them.
create table ledger_check (
  id uuid primary key,
  checked_at timestamptz not null,
  is_sound boolean not null,
  problems int not null
);
create index ledger_check_by_time on ledger_check (checked_at desc);

create index payment_by_status on payment (status, created_at desc, id desc);

-- A version that staff prepare is a draft until it is published: nobody is sold it.
alter table tariff add column published_at timestamptz default now();
update tariff set published_at = created_at;
drop index tariff_current;
create unique index tariff_current on tariff (slug)
  where superseded_at is null and published_at is not null;
