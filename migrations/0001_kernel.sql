-- What the kernel keeps: mail to send, answers to repeated requests, shared limits.

create table mail (
  id uuid primary key,
  kind text not null,
  to_address text not null,
  to_name text not null default '',
  reply_to text,
  subject text not null,
  html text not null,
  body text not null,
  -- Holds a sign-in code: subject and bodies are blanked once it is delivered or given up.
  is_secret boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'sent', 'dead')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_by_status on mail (status, created_at desc);

create table idempotency_key (
  scope text not null,
  key text not null,
  fingerprint text not null,
  -- Null while the first request is in flight.
  status int,
  content_type text,
  body text,
  holds_secret boolean not null default false,
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
