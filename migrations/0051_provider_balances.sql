-- What providers keep, convert and pay out, booked from the movements of their balances.
do $$
declare
  v_owner name := (select relowner::regrole::text from pg_class where oid = 'posting'::regclass);
  v_is_member boolean := pg_has_role(current_user, v_owner, 'usage');
begin
  if not v_is_member then
    execute format('grant %I to %I', v_owner, current_user);
  end if;
  alter table ledger_account
    drop constraint ledger_account_kind_check,
    add constraint ledger_account_kind_check check (kind in (
      'wallet_available', 'wallet_reserved',
      'provider_clearing', 'revenue', 'fees', 'bonus', 'rounding', 'suspense', 'exchange',
      'provider_balance', 'provider_fees', 'provider_reserve', 'provider_other', 'bank', 'unexplained'
    )) not valid;
  alter table ledger_account validate constraint ledger_account_kind_check;
  alter table journal
    drop constraint journal_transaction_type_check,
    add constraint journal_transaction_type_check check (transaction_type in (
      'deposit', 'withdrawal', 'charge', 'refund', 'fee', 'bonus', 'adjustment', 'settlement'
    )) not valid;
  alter table journal validate constraint journal_transaction_type_check;
  if not v_is_member then
    execute format('revoke %I from %I', v_owner, current_user);
  end if;
end $$;

-- One movement of a provider's balance, each once.
create table provider_movement (
  id uuid primary key,
  provider text not null,
  -- Of the provider's test mode, whose balance is another one.
  is_test boolean not null,
  -- The provider's id of the movement.
  provider_id text not null,
  category text not null check (category in (
    'opening', 'charge', 'refund', 'dispute', 'fee', 'payout', 'reserve', 'other', 'unknown'
  )),
  -- The provider's own word.
  type text not null,
  currency text not null,
  -- Before the fee; below zero when it leaves the balance.
  amount numeric(38,18) not null,
  fee numeric(38,18) not null,
  fee_currency text not null,
  -- What the balance changes by.
  net numeric(38,18) not null,
  -- In the currency of the payment, if the provider converted it.
  source_amount numeric(38,18),
  source_currency text,
  -- What it is about at the provider: a charge, refund, dispute or payout.
  subject text,
  -- What leads to our payment: its id at the provider, or a later one.
  payment_reference text,
  payment_id uuid references payment,
  description text not null,
  occurred_at timestamptz not null,
  -- When the provider pays it out at the earliest.
  available_at timestamptz not null,
  recorded_at timestamptz not null,
  -- Null for a movement of nothing, or in a currency that the ledger does not know.
  journal_id uuid unique,
  -- Payouts: when the bank should have the money.
  arrives_on date,
  unique (provider, provider_id)
);
create index provider_movement_by_day
  on provider_movement (provider, is_test, currency, occurred_at) include (category, amount, fee, net);
create index provider_movement_by_time on provider_movement (occurred_at desc, id desc);
create index provider_movement_by_payment on provider_movement (payment_id) where payment_id is not null;
create index provider_movement_unlinked on provider_movement (provider, payment_reference)
  where payment_id is null and payment_reference is not null;
create index provider_movement_payouts on provider_movement (provider, subject) where category = 'payout';

-- Until when the movements of a balance are recorded.
create table provider_sync (
  provider text not null,
  is_test boolean not null,
  seen_until timestamptz not null,
  primary key (provider, is_test)
);

-- The last comparison of each day.
create table provider_check (
  provider text not null,
  is_test boolean not null,
  day date not null,
  currency text not null,
  checked_at timestamptz not null,
  -- The provider's words.
  available numeric(38,18) not null,
  pending numeric(38,18) not null,
  -- The sum of our movements.
  booked numeric(38,18) not null,
  -- What our clearing account says that only one side has seen, and how much of it is overdue.
  open numeric(38,18) not null,
  unexplained numeric(38,18) not null,
  -- When staff were mailed about it.
  alerted_at timestamptz,
  primary key (day, provider, is_test, currency)
);
create index provider_check_unexplained on provider_check (day) where unexplained <> 0;

-- What one side has booked and the other has not: a payment, or a movement of an unknown kind.
create table clearing_item (
  id uuid primary key,
  provider text not null,
  payment_id uuid references payment,
  movement_id uuid references provider_movement,
  -- Above zero: only the provider has seen it arrive, or only we have seen it leave.
  amount numeric(38,18) not null check (amount <> 0),
  currency text not null,
  since timestamptz not null,
  -- Why it is right as it is, by staff; it holds for this amount only.
  note text,
  noted_by int references account,
  noted_at timestamptz,
  check (payment_id is null or movement_id is null),
  check ((note is null) = (noted_at is null))
);
create unique index clearing_item_of_payment on clearing_item (provider, payment_id, currency)
  where payment_id is not null;
create unique index clearing_item_of_movement on clearing_item (movement_id)
  where movement_id is not null;
create index clearing_item_by_age on clearing_item (since, id);

-- Lines of bank statements that staff upload, each once however often it is in a file.
create table bank_line (
  id uuid primary key,
  -- A hash of its facts, and of which of equal lines of a day it is.
  line_key text not null unique,
  booked_on date not null,
  amount numeric(38,18) not null check (amount <> 0),
  currency text not null,
  reference text not null,
  uploaded_by int references account,
  uploaded_at timestamptz not null,
  -- The payout that it is.
  movement_id uuid unique references provider_movement
);
create index bank_line_by_day on bank_line (booked_on desc, id desc);
create index bank_line_unmatched on bank_line (currency, amount) where movement_id is null;
