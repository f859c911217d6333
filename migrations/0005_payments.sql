-- Payments: what was requested, what the provider reported, and what arrived. Money itself moves in
-- the ledger only. The states are in src/areas/payments/README.md.

create table currency (
  id int generated always as identity primary key,
  -- ISO 4217 in upper case, or the provider's code in lower case: USD, usdttrc20.
  code text not null unique,
  name text not null,
  symbol text not null,
  currency_type text not null check (currency_type in ('fiat', 'crypto')),
  token text not null,
  network text not null default '',
  network_name text not null default '',
  decimal_places smallint not null check (decimal_places between 0 and 18),
  -- In units of the currency itself.
  min_amount numeric(38,18) not null,
  max_amount numeric(38,18),
  fee_percentage numeric(6,3) not null default 0 check (fee_percentage >= 0),
  logo_url text,
  is_stable boolean not null default false,
  is_popular boolean not null default false,
  requires_extra_id boolean not null default false,
  is_active boolean not null default true,
  sort_order int not null default 0,
  wallet_regex text not null default '',
  extra_id_regex text,
  smart_contract text,
  -- {hash} is replaced by the transaction's hash.
  explorer_url_template text,
  confirmations_required int not null default 0,
  average_confirmation_seconds int not null default 0,
  provider_code text not null,
  check (max_amount is null or max_amount >= min_amount)
);
create index currency_by_order on currency (sort_order, code);

-- The last valid response of each provider, used while the provider can't be reached.
create table provider_catalog (
  provider text not null,
  kind text not null,
  content jsonb not null,
  fetched_at timestamptz not null,
  primary key (provider, kind)
);

create table payment (
  id uuid primary key,
  -- The reference that people use: PAY_20261120_1A2B3C4D.
  internal_id text not null unique,
  account_id int not null references account,
  purpose text not null default 'deposit' check (purpose in ('deposit', 'subscription')),
  subscription_id uuid,
  description text not null default '',
  metadata jsonb not null default '{}',
  -- What is credited to the wallet, in the price currency. The fee comes on top and is not credited.
  amount numeric(38,18) not null check (amount > 0),
  currency text not null,
  fee_amount numeric(38,18) not null default 0 check (fee_amount >= 0),
  pay_currency text not null references currency (code),
  pay_amount numeric(38,18),
  -- Units of `currency` for one of `pay_currency`, locked until expires_at.
  exchange_rate numeric,
  rate_source text,
  rate_at timestamptz,
  actually_paid numeric(38,18) not null default 0,
  actually_paid_value numeric(38,18) not null default 0,
  credited_amount numeric(38,18),
  amount_refunded numeric(38,18) not null default 0 check (amount_refunded >= 0),
  provider text not null check (provider in ('nowpayments', 'stripe', 'manual', 'sandbox')),
  -- Null until the provider has responded.
  provider_payment_id text,
  -- The provider's second id for it, such as Stripe's payment intent.
  provider_reference text,
  status text not null default 'pending' check (status in (
    'pending', 'confirming', 'confirmed', 'partially_paid', 'completed',
    'failed', 'expired', 'cancelled', 'refunded'
  )),
  status_changed_at timestamptz not null,
  -- Money arrived after the payment was closed.
  is_late boolean not null default false,
  -- Paid with the sandbox's test money.
  is_test boolean not null default false,
  pay_address text,
  pay_extra_id text,
  payment_url text,
  qr_data text,
  transaction_hash text,
  confirmations int,
  required_confirmations int,
  success_url text,
  cancel_url text,
  cancel_reason text not null default '',
  expires_at timestamptz not null,
  completed_at timestamptz,
  -- When the provider was last asked.
  checked_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index payment_by_provider on payment (provider, provider_payment_id)
  where provider_payment_id is not null;
create index payment_by_reference on payment (provider, provider_reference)
  where provider_reference is not null;
create index payment_by_account on payment (account_id, created_at desc, id desc)
  where hidden_at is null;
create index payment_by_created on payment (created_at desc, id desc);
create index payment_by_status on payment (status, created_at desc, id desc);
create index payment_by_subscription on payment (subscription_id)
  where subscription_id is not null;
-- For the job that reconciles open payments, and the one that expires them.
create index payment_to_check on payment (checked_at nulls first)
  where status in ('pending', 'confirming', 'confirmed', 'partially_paid');
create index payment_to_expire on payment (expires_at)
  where status in ('pending', 'partially_paid');
-- For the job that keeps checking payments that ended without money, for some days.
create index payment_ended on payment (status_changed_at)
  where status in ('failed', 'expired', 'cancelled') and provider_payment_id is not null;

create table payment_status_event (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment on delete cascade,
  -- Null when the payment was created.
  from_status text,
  status text not null,
  source text not null check (source in ('system', 'user', 'staff', 'webhook', 'poll', 'clock')),
  note text not null default '',
  occurred_at timestamptz not null
);
create index payment_status_event_by_payment on payment_status_event (payment_id, id);

-- One arrival of money. Its id at the provider is unique, so that it is credited only once.
create table payment_transfer (
  id uuid primary key,
  payment_id uuid not null references payment,
  provider text not null,
  provider_transfer_id text not null,
  currency text not null,
  amount numeric(38,18) not null check (amount > 0),
  -- In the payment's price currency, once known.
  value numeric(38,18),
  rate numeric,
  rate_source text,
  rate_at timestamptz,
  is_late boolean not null default false,
  hash text,
  confirmations int,
  seen_at timestamptz not null,
  -- The ledger's journal that credited it.
  journal_id uuid unique,
  credited_at timestamptz,
  unique (provider, provider_transfer_id),
  check ((journal_id is null) = (credited_at is null))
);
create index payment_transfer_by_payment on payment_transfer (payment_id, seen_at, id);

-- Money that went back: refunded by us, or charged back by the customer's bank.
create table payment_reversal (
  id uuid primary key,
  payment_id uuid not null references payment,
  kind text not null check (kind in ('refund', 'chargeback')),
  provider text not null,
  -- Null until the provider has responded.
  provider_reversal_id text,
  amount numeric(38,18) not null check (amount > 0),
  status text not null check (status in ('requested', 'done', 'failed')),
  reason text not null default '',
  requested_by int references account on delete set null,
  approved_by int references account on delete set null,
  journal_id uuid unique,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (provider, provider_reversal_id)
);
create index payment_reversal_by_payment on payment_reversal (payment_id, created_at);

-- Alerts about a payment that were sent to staff: each message at most once a day.
create table payment_alert (
  payment_id uuid not null references payment (id),
  message text not null,
  notified_at timestamptz not null,
  primary key (payment_id, message)
);

-- Stored before it is processed, so that no event of a provider is lost.
create table webhook_event (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  provider_payment_id text,
  provider_reference text,
  payment_id uuid references payment,
  provider_status text not null default '',
  -- The exact bytes that were signed.
  body bytea not null,
  status text not null default 'received'
    check (status in ('received', 'processed', 'ignored', 'failed')),
  attempts int not null default 0,
  error text,
  received_at timestamptz not null,
  processed_at timestamptz,
  unique (provider, event_id)
);
create index webhook_event_by_time on webhook_event (received_at desc, id desc);
create index webhook_event_by_payment on webhook_event (payment_id, received_at)
  where payment_id is not null;
create index webhook_event_unfinished on webhook_event (received_at)
  where status in ('received', 'failed');

-- Manual changes of money by staff: one person proposes, another decides.
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
  -- The ledger's journal, once approved.
  journal_id uuid unique,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((kind = 'adjustment') = (direction is not null)),
  check ((kind = 'adjustment') = (payment_id is null)),
  check ((status = 'proposed') = (decided_at is null)),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'approved') = (journal_id is not null)),
  -- The person who proposed it may withdraw it, but never approve it.
  check (status <> 'approved' or decided_by <> proposed_by)
);
create index adjustment_by_time on adjustment (created_at desc, id desc);
create index adjustment_open on adjustment (created_at) where status = 'proposed';
-- One open proposal per payment.
create unique index adjustment_of_payment on adjustment (payment_id) where status = 'proposed';

-- The sandbox provider's own records, separate from ours like any provider's.
create table sandbox_payment (
  -- The id of our payment: the checkout's address ends with it.
  id uuid primary key,
  provider_payment_id text not null unique,
  status text not null,
  price_amount numeric(38,18) not null,
  price_currency text not null,
  pay_amount numeric(38,18) not null,
  pay_currency text not null,
  pay_address text,
  pay_extra_id text,
  description text not null default '',
  success_url text,
  cancel_url text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sandbox_transfer (
  id text primary key,
  -- The order of arrival, also within one millisecond.
  position bigint not null generated always as identity,
  sandbox_payment_id uuid not null references sandbox_payment on delete cascade,
  amount numeric(38,18) not null,
  currency text not null,
  hash text not null,
  confirmations int not null default 0,
  created_at timestamptz not null
);
create index sandbox_transfer_by_payment on sandbox_transfer (sandbox_payment_id, position);

create table sandbox_refund (
  id text primary key,
  position bigint not null generated always as identity,
  sandbox_payment_id uuid not null references sandbox_payment on delete cascade,
  kind text not null check (kind in ('refund', 'chargeback')),
  -- The caller's idempotency key: a repeated request is one refund.
  key text not null unique,
  amount numeric(38,18) not null,
  created_at timestamptz not null
);
create index sandbox_refund_by_payment on sandbox_refund (sandbox_payment_id, position);

create table sandbox_event (
  id text primary key,
  position bigint not null generated always as identity,
  sandbox_payment_id uuid not null references sandbox_payment on delete cascade,
  provider_status text not null,
  body text not null,
  -- Null until our endpoint has responded.
  response_status int,
  error text,
  deliveries int not null default 0,
  created_at timestamptz not null
);
create index sandbox_event_by_payment on sandbox_event (sandbox_payment_id, position);

insert into currency (
  code, name, symbol, currency_type, token, decimal_places, min_amount, max_amount,
  is_popular, is_active, sort_order, provider_code
) values
  ('USD', 'US Dollar', '$', 'fiat', 'USD', 2, 1, 50000, true, true, 10, 'USD'),
  ('EUR', 'Euro', '€', 'fiat', 'EUR', 2, 1, 50000, true, true, 20, 'EUR'),
  ('GBP', 'British Pound', '£', 'fiat', 'GBP', 2, 1, 40000, false, true, 30, 'GBP'),
  ('KZT', 'Kazakhstani Tenge', '₸', 'fiat', 'KZT', 2, 500, 25000000, false, true, 40, 'KZT'),
  ('RUB', 'Russian Ruble', '₽', 'fiat', 'RUB', 2, 100, 4500000, false, false, 50, 'RUB'),
  ('CNY', 'Chinese Yuan', '¥', 'fiat', 'CNY', 2, 10, 350000, false, true, 60, 'CNY'),
  ('JPY', 'Japanese Yen', '¥', 'fiat', 'JPY', 0, 100, 7500000, false, true, 70, 'JPY');

insert into currency (
  code, name, symbol, currency_type, token, network, network_name, decimal_places, min_amount,
  fee_percentage, is_stable, is_popular, requires_extra_id, sort_order, wallet_regex,
  extra_id_regex, smart_contract, explorer_url_template, confirmations_required,
  average_confirmation_seconds, provider_code
) values
  ('btc', 'Bitcoin', '₿', 'crypto', 'BTC', 'btc', 'Bitcoin', 8, 0.00005, 0.5, false, true, false,
    100, '^(bc1[02-9ac-hj-np-z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$', null, null,
    'https://mempool.space/tx/{hash}', 2, 600, 'btc'),
  ('eth', 'Ether', 'Ξ', 'crypto', 'ETH', 'eth', 'Ethereum', 18, 0.002, 0.5, false, true, false,
    110, '^0x[0-9A-Fa-f]{40}$', null, null,
    'https://etherscan.io/tx/{hash}', 12, 12, 'eth'),
  ('usdttrc20', 'Tether USD (Tron)', '₮', 'crypto', 'USDT', 'trx', 'Tron (TRC-20)', 6, 5, 0.5,
    true, true, false, 120, '^T[1-9A-HJ-NP-Za-km-z]{33}$', null,
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'https://tronscan.org/#/transaction/{hash}', 19, 3, 'usdttrc20'),
  ('usdterc20', 'Tether USD (Ethereum)', '₮', 'crypto', 'USDT', 'eth', 'Ethereum (ERC-20)', 6, 10,
    0.5, true, false, false, 130, '^0x[0-9A-Fa-f]{40}$', null,
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'https://etherscan.io/tx/{hash}', 12, 12, 'usdterc20'),
  ('usdc', 'USD Coin (Ethereum)', '$', 'crypto', 'USDC', 'eth', 'Ethereum (ERC-20)', 6, 10,
    0.5, true, false, false, 140, '^0x[0-9A-Fa-f]{40}$', null,
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    'https://etherscan.io/tx/{hash}', 12, 12, 'usdc'),
  ('ltc', 'Litecoin', 'Ł', 'crypto', 'LTC', 'ltc', 'Litecoin', 8, 0.02, 0.5, false, false, false,
    150, '^(ltc1[02-9ac-hj-np-z]{11,87}|[LM3][1-9A-HJ-NP-Za-km-z]{25,34})$', null, null,
    'https://litecoinspace.org/tx/{hash}', 6, 150, 'ltc'),
  ('trx', 'Tron', 'TRX', 'crypto', 'TRX', 'trx', 'Tron', 6, 10, 0.5, false, false, false,
    160, '^T[1-9A-HJ-NP-Za-km-z]{33}$', null, null,
    'https://tronscan.org/#/transaction/{hash}', 19, 3, 'trx'),
  ('ton', 'Toncoin', 'TON', 'crypto', 'TON', 'ton', 'The Open Network', 9, 0.5, 0.5, false, false,
    true, 170, '^([EUk0]Q[0-9A-Za-z_-]{46}|-?\d:[0-9A-Fa-f]{64})$', '^[0-9A-Za-z-]{1,120}$', null,
    'https://tonviewer.com/transaction/{hash}', 10, 5, 'ton'),
  ('sol', 'Solana', 'SOL', 'crypto', 'SOL', 'sol', 'Solana', 9, 0.02, 0.5, false, true, false,
    180, '^[1-9A-HJ-NP-Za-km-z]{32,44}$', null, null,
    'https://solscan.io/tx/{hash}', 32, 1, 'sol'),
  ('xrp', 'XRP', 'XRP', 'crypto', 'XRP', 'xrp', 'XRP Ledger', 6, 1, 0.5, false, false, true,
    190, '^r[1-9A-HJ-NP-Za-km-z]{24,34}$', '^\d{1,10}$', null,
    'https://xrpscan.com/tx/{hash}', 1, 4, 'xrp');
