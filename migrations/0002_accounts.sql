-- Accounts, sign-in codes, sessions.

-- Trigram indexes: substring search over a million rows.
create extension if not exists pg_trgm;

create table account (
  id int generated always as identity primary key,
  email text not null unique,
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  position text not null default '',
  phone text not null default '',
  avatar_key text,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  language text,
  timezone text,
  terms_version text,
  terms_accepted_at timestamptz,
  date_joined timestamptz not null,
  last_login timestamptz,
  deleted_at timestamptz,
  suspended_reason text not null default ''
);
create index account_by_joined on account (date_joined desc, id desc);
create index account_by_status on account (status, date_joined desc, id desc)
  where status <> 'active';
create index account_search on account using gin (
  (lower(email || ' ' || first_name || ' ' || last_name || ' ' || company)) gin_trgm_ops
);
create index account_by_email_prefix on account (email text_pattern_ops);

create table account_role (
  account_id int not null references account on delete cascade,
  role text not null check (role in ('support', 'sales', 'finance', 'admin')),
  granted_at timestamptz not null,
  primary key (account_id, role)
);
create index account_role_by_role on account_role (role, account_id);

-- A code is valid until it is used or 10 minutes old; asking again does not end the earlier ones.
create table sign_in_code (
  id uuid primary key,
  email text not null,
  purpose text not null check (purpose in ('sign_in', 'delete_account')),
  code_hash bytea not null,
  -- False for an address that may not sign in: the row counts towards limits, and no code matches it.
  is_redeemable boolean not null,
  ip inet,
  user_agent text not null default '',
  source_url text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What limits are counted by: `device:` or `account:` (of a session) with an id, `staff`, or the
  -- network.
  source_key text not null default '',
  -- The owner of the account signed in from there before, or the source is staff. Attempts by
  -- strangers don't use up the owner's limit.
  is_known boolean not null default false,
  -- Hash of the browser's cookie: of the browser that asked; after use, of the one that signed in.
  browser_hash bytea,
  -- The session that the code opened, returned to the same browser when it repeats the request.
  session_id uuid
);
create index sign_in_code_by_email on sign_in_code (email, created_at desc);
create index sign_in_code_by_age on sign_in_code (created_at);

-- A browser that signed in before. Its failures are counted separately, so that a stranger can't lock
-- it out. One token serves all accounts that are used in the browser.
create table device (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  token_hash bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index device_by_account on device (account_id);
create unique index device_by_token on device (token_hash, account_id);

-- Attempts with a wrong code, one row each. The limits count them.
create table failed_code_attempt (
  id uuid primary key,
  email text not null,
  source_key text not null,
  is_known boolean not null,
  attempted_at timestamptz not null
);
create index failed_code_attempt_by_email on failed_code_attempt (email, attempted_at desc);
create index failed_code_attempt_by_time on failed_code_attempt (attempted_at);

create table session (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  device_id uuid references device on delete set null,
  ip inet,
  user_agent text not null default '',
  source_url text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- The staff member who views the account in this session.
  impersonated_by int references account
);
create index session_by_account on session (account_id, last_used_at desc);
create index session_by_expiry on session (expires_at);

create table account_activity (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  kind text not null,
  ip inet,
  user_agent text not null default '',
  detail jsonb not null default '{}',
  created_at timestamptz not null
);
create index account_activity_by_account on account_activity (account_id, created_at desc, id desc);
