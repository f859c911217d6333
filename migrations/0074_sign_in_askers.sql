-- Who asks for a code, and who types a wrong one: limits count by it, so that a stranger uses up
-- nothing of the owner's.
alter table sign_in_code
  -- `device:` or `account:` (its sessions) with an id, `staff`; otherwise the network.
  add column asker text not null default '',
  -- No stranger: the account's owner signed in there before, or it is the staff.
  add column is_known boolean not null default false,
  -- Of the cookie of the browser that asked; once the code is used, of the one that signed in.
  add column browser_hash bytea,
  -- What it opened: the answer to the same browser when it asks again.
  add column session_id uuid;

create table wrong_code (
  id uuid primary key,
  email text not null,
  asker text not null,
  is_known boolean not null,
  typed_at timestamptz not null
);
create index wrong_code_by_email on wrong_code (email, typed_at desc);
create index wrong_code_by_time on wrong_code (typed_at);
