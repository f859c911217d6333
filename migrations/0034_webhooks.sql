-- Webhooks of customers: what happened to their objects is posted to addresses that they name.

create table webhook_endpoint (
  id uuid primary key,
  account_id int not null references account,
  url text not null,
  description text not null,
  -- Null for every event, also those that are added later.
  event_types text[] check (cardinality(event_types) > 0),
  disabled_reason text check (disabled_reason in ('customer', 'staff', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Of the first of the attempts that all failed since the last success.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((disabled_reason is null) = (disabled_at is null))
);
create index webhook_endpoint_by_account on webhook_endpoint (account_id, created_at desc, id desc);

-- All that have not expired sign: after a rotation the old one goes on for a day.
create table webhook_secret (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secret_by_endpoint on webhook_secret (endpoint_id, created_at);

-- The number of an account's last event.
create table webhook_sequence (
  account_id int primary key references account,
  last bigint not null
) with (fillfactor = 50);

-- The outbox: an event as it is sent, written in the transaction of what happened.
create table webhook_message (
  id uuid primary key,
  account_id int not null references account,
  sequence bigint not null,
  type text not null,
  is_test boolean not null,
  body text not null,
  created_at timestamptz not null
);
create index webhook_message_by_age on webhook_message (created_at);
create index webhook_message_by_account on webhook_message (account_id);

create table webhook_delivery (
  id uuid primary key,
  message_id uuid not null references webhook_message on delete cascade,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  account_id int not null references account,
  type text not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  -- In all, and those of the retry schedule, which a replay begins anew.
  attempts int not null default 0,
  tries int not null default 0,
  -- While a process works on it, when another one may take it over.
  next_attempt_at timestamptz,
  last_status int,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check ((state = 'waiting') = (finished_at is null))
) with (fillfactor = 80);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at)
  where state = 'waiting';
create index webhook_delivery_by_message on webhook_delivery (message_id);
create index webhook_delivery_by_account on webhook_delivery (account_id, created_at desc, id desc);
create index webhook_delivery_by_endpoint
  on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_by_type
  on webhook_delivery (account_id, type, created_at desc, id desc);
create index webhook_delivery_failed on webhook_delivery (account_id, created_at desc, id desc)
  where state = 'failed';

create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery on delete cascade,
  number int not null,
  started_at timestamptz not null,
  duration_ms int not null,
  -- Null when there was no answer.
  status int,
  -- The first 4 KB.
  answer text not null,
  error text,
  primary key (delivery_id, number)
);

-- Sold with every paid plan, in all of its versions.
update tariff set supports_webhooks = true where monthly_price > 0;
