-- Accounts of test mode whose time was moved; in the live database these tables stay empty. The
-- time of the others is real.
create table test_clock (
  account_id int primary key references account on delete cascade,
  -- It stands still between two calls.
  at timestamptz not null,
  -- The time before the last move, and where a move that is under way ends.
  moved_from timestamptz not null,
  moving_to timestamptz,
  check (moved_from <= at and at <= coalesce(moving_to, at))
);

-- Jobs of these accounts, which run when their own time has come.
create table test_clock_job (
  id uuid primary key,
  account_id int not null references account on delete cascade,
  queue text not null,
  data jsonb not null,
  -- While a job with this key waits, another is not added.
  singleton_key text not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  unique (account_id, queue, singleton_key)
);
create index test_clock_job_due on test_clock_job (account_id, due_at, id);

-- What happened to these accounts, for the person who moved the time.
create table test_clock_event (
  id bigint generated always as identity primary key,
  account_id int not null references account on delete cascade,
  occurred_at timestamptz not null,
  -- That of the customer event, or `mail`.
  type text not null,
  summary text not null,
  -- Of the object that the event is about.
  object_id text
);
create index test_clock_event_by_account on test_clock_event (account_id, occurred_at, id);
