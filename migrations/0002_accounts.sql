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
  deleted_at timestamptz
);

create table account_role (
  account_id int not null references account on delete cascade,
  role text not null check (role in ('support', 'sales', 'finance', 'admin')),
  granted_at timestamptz not null,
  primary key (account_id, role)
);

-- A code is valid until it is used or 10 minutes old; asking again does not end the earlier ones.
create table sign_in_code (
  id uuid primary key,
  email text not null,
  purpose text not null check (purpose in ('sign_in', 'delete_account')),
  code_hash bytea not null,
  -- False for an address that may not sign in: the row counts for the limits, no code ever fits it.
  is_live boolean not null,
  ip inet,
  user_agent text not null default '',
  source_url text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_code_by_email on sign_in_code (email, created_at desc);
create index sign_in_code_by_age on sign_in_code (created_at);

-- A browser that signed in before. Its failures count apart, so that a stranger can't lock it out.
create table device (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index device_by_account on device (account_id);

create table sign_in_failure (
  email text not null,
  -- The device's id, or '' for every browser that is not known.
  device text not null default '',
  failures int not null,
  locked_until timestamptz,
  updated_at timestamptz not null,
  primary key (email, device)
);

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
  revoked_at timestamptz
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
