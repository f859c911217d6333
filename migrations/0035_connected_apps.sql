-- Apps that people connect to their account by OAuth 2.1, such as assistants.

-- A program that registered itself (RFC 7591). It has no secret: PKCE binds a code to the program
-- that asked for it.
create table oauth_client (
  id uuid primary key,
  name text not null,
  uri text not null default '',
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  created_at timestamptz not null,
  -- When a person was last asked to connect it, or a token was last issued to it.
  last_used_at timestamptz not null
);
create index oauth_client_by_use on oauth_client (last_used_at);

-- What a person allowed an app. Its name is the one that the person saw.
create table oauth_grant (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  client_id uuid not null references oauth_client,
  client_name text not null,
  redirect_host text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  may_change boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Each refresh moves it.
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grant_by_account on oauth_grant (account_id, last_used_at desc, id desc);
create index oauth_grant_by_client on oauth_grant (client_id);
create index oauth_grant_by_expiry on oauth_grant (expires_at);

create table oauth_code (
  code_hash bytea primary key,
  account_id int not null references account on delete cascade,
  client_id uuid not null references oauth_client,
  redirect_uri text not null,
  -- SHA-256 of the verifier, in base64url.
  challenge text not null,
  scopes text[] not null,
  may_change boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of its first use: a second one ends the grant.
  grant_id uuid references oauth_grant on delete cascade
);
create index oauth_code_by_account on oauth_code (account_id);
create index oauth_code_by_client on oauth_code (client_id);
create index oauth_code_by_grant on oauth_code (grant_id);
create index oauth_code_by_expiry on oauth_code (expires_at);

create table oauth_token (
  token_hash bytea primary key,
  account_id int not null references account on delete cascade,
  grant_id uuid not null references oauth_grant on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a refresh token: kept after its use, because a second one means that it was stolen.
  used_at timestamptz
);
create index oauth_token_by_account on oauth_token (account_id);
create index oauth_token_by_grant on oauth_token (grant_id);
create index oauth_token_by_expiry on oauth_token (expires_at);
create index oauth_token_used on oauth_token (used_at) where used_at is not null;
