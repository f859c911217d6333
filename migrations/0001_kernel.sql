-- The kernel: the mail outbox, responses to repeated requests, shared rate limits.

create table mail (
  id uuid primary key,
  kind text not null,
  to_address text not null,
  to_name text not null default '',
  reply_to text,
  subject text not null,
  html text not null,
  body text not null,
  -- Message-IDs of the conversation, oldest first, separated by spaces.
  thread text not null default '',
  -- Contains a sign-in code: subject and bodies are cleared once it is delivered or abandoned.
  is_secret boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'sent', 'dead')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Not delivered after this: the code in it is no longer valid.
  expires_at timestamptz
);
create index mail_by_status on mail (status, created_at desc);
create index mail_by_time on mail (created_at desc, id desc);
-- Used with the next one to erase a person: mails to them, and mails with their address as Reply-To.
create index mail_by_recipient on mail (lower(to_address), created_at desc);
create index mail_by_reply_to on mail (lower(reply_to)) where reply_to is not null;

create table idempotency_key (
  scope text not null,
  key text not null,
  fingerprint text not null,
  -- Null while the first request is in flight.
  status int,
  content_type text,
  body text,
  has_secret boolean not null default false,
  -- A response above the size limit is not stored: a repeated request is refused.
  is_too_large boolean not null default false,
  -- Identifies the attempt that owns the key, so that an attempt presumed dead can't end the claim of
  -- the next one.
  claim_id uuid,
  -- Renewed while the attempt runs.
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_key_by_age on idempotency_key (created_at);

-- The columns are rate-limiter-flexible's.
create unlogged table rate_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
