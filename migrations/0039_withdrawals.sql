-- Withdrawals: customers ask for money of their wallet. The ledger holds it until the request ends.
create table withdrawal (
  id uuid primary key,
  -- What people call it.
  internal_id text not null unique,
  account_id int not null references account,
  status text not null check (status in
    ('requested', 'approved', 'paying', 'settled', 'rejected', 'cancelled')),
  amount numeric(38,18) not null check (amount > 0),
  -- Part of the amount: what we keep of it.
  fee numeric(38,18) not null check (fee >= 0 and fee < amount),
  currency text not null,
  destination_kind text not null check (destination_kind in ('payment', 'bank', 'crypto')),
  payment_id uuid references payment,
  -- Sealed JSON of a bank account or an address; null once the account is erased.
  destination bytea,
  destination_masked text not null,
  note text not null default '',
  -- The latest hold: a failed settlement makes another one.
  hold_id uuid not null,
  -- Settlements that were started.
  attempts int not null default 0,
  -- Of the latest settlement.
  journal_id uuid unique,
  reversal_id uuid unique references payment_reversal,
  reference text not null default '',
  approved_by int references account,
  settled_by int references account,
  created_at timestamptz not null,
  status_changed_at timestamptz not null,
  check ((destination_kind = 'payment') = (payment_id is not null)),
  check (destination is null or destination_kind <> 'payment'),
  check (status not in ('paying', 'settled') or journal_id is not null),
  -- Four eyes: the owner takes no part, and who approves does not settle.
  check (approved_by is null or approved_by <> account_id),
  check (settled_by is null or (settled_by <> account_id and settled_by <> approved_by))
);
create index withdrawal_of_account on withdrawal (account_id, created_at desc, id desc);
create index withdrawal_by_time on withdrawal (created_at desc, id desc);
create index withdrawal_open on withdrawal (status_changed_at)
  where status in ('requested', 'approved', 'paying');
-- One open request per payment.
create unique index withdrawal_of_payment on withdrawal (payment_id)
  where status in ('requested', 'approved', 'paying');

create table withdrawal_event (
  id bigint generated always as identity primary key,
  withdrawal_id uuid not null references withdrawal on delete cascade,
  status text not null,
  source text not null check (source in ('user', 'staff', 'provider')),
  note text not null default '',
  occurred_at timestamptz not null
);
create index withdrawal_event_by_withdrawal on withdrawal_event (withdrawal_id, id);

-- The balance of each kind of ledger account at the end of a day in UTC: a trial balance of any moment
-- adds what was posted since. Derived from postings, and compared with them every night.
create table ledger_closing (
  day date not null,
  currency text not null,
  kind text not null,
  label text not null,
  balance numeric(38,18) not null,
  primary key (day, currency, kind, label)
);

-- For finance: journals by reference, type, account and amount, and postings by time. The ledger's
-- tables may have an owner of their own (0004), who has to be asked.
do $$
declare
  v_owner name := (select relowner::regrole::text from pg_class where oid = 'posting'::regclass);
  v_is_member boolean := pg_has_role(current_user, v_owner, 'usage');
begin
  if not v_is_member then
    execute format('grant %I to %I', v_owner, current_user);
  end if;
  execute format('grant create on schema public to %I', v_owner);
  create index journal_by_any_reference on journal (lower(reference), id desc)
    where reference is not null;
  create index journal_by_type on journal (transaction_type, id desc);
  create index posting_of_platform on posting (ledger_account_id, journal_id desc)
    where wallet_version is null;
  create index posting_by_amount on posting (currency, abs(amount), journal_id);
  create index posting_by_time on posting using brin (created_at) with (autosummarize = on);
  if v_owner <> current_user then
    execute format('revoke create on schema public from %I', v_owner);
  end if;
  if not v_is_member then
    execute format('revoke %I from %I', v_owner, current_user);
  end if;
end $$;
