-- What staff change by hand about money: one person proposes it, another one decides.
create table adjustment (
  id uuid primary key,
  kind text not null check (kind in ('adjustment', 'refund', 'complete')),
  -- The customer whose wallet it is about.
  account_id int not null references account,
  payment_id uuid references payment,
  direction text check (direction in ('credit', 'debit')),
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  reason text not null check (reason <> ''),
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'rejected')),
  proposed_by int not null references account,
  decided_by int references account,
  decision_note text not null default '',
  -- The ledger's journal of an approved one.
  journal_id uuid unique,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((kind = 'adjustment') = (direction is not null)),
  check ((kind = 'adjustment') = (payment_id is null)),
  check ((status = 'proposed') = (decided_at is null)),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'approved') = (journal_id is not null)),
  -- Who proposes may take it back, and never approve it.
  check (status <> 'approved' or decided_by <> proposed_by)
);
create index adjustment_by_time on adjustment (created_at desc, id desc);
create index adjustment_open on adjustment (created_at) where status = 'proposed';
-- One question about a payment at a time.
create unique index adjustment_of_payment on adjustment (payment_id) where status = 'proposed';
