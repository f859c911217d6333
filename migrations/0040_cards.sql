-- Saved cards, what is charged first, and automatic top-up. Card numbers are at the provider only.

-- Accounts as their providers know them.
create table payment_customer (
  account_id int not null references account,
  provider text not null check (provider in ('stripe', 'sandbox')),
  provider_customer_id text not null,
  created_at timestamptz not null,
  primary key (account_id, provider)
);

create table payment_card (
  id uuid primary key,
  account_id int not null references account,
  provider text not null check (provider in ('stripe', 'sandbox')),
  provider_customer_id text not null,
  provider_card_id text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null check (exp_year between 2000 and 2200),
  is_default boolean not null,
  -- When it stops being valid, once its owner was told so.
  expiry_mailed_for timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  check (not is_default or removed_at is null)
);
create unique index payment_card_once on payment_card (account_id, provider, provider_card_id);
create index payment_card_of_account on payment_card (account_id, created_at desc, id desc)
  where removed_at is null;
create unique index payment_card_default on payment_card (account_id) where is_default;
create index payment_card_by_expiry on payment_card (exp_year, exp_month) where removed_at is null;

-- Attempts to save a card on the provider's page.
create table card_setup (
  id uuid primary key,
  account_id int not null references account,
  provider text not null check (provider in ('stripe', 'sandbox')),
  -- Null until the provider has responded.
  provider_setup_id text,
  url text,
  status text not null default 'open' check (status in ('open', 'completed', 'expired')),
  -- The card whose place the new one takes.
  replaces_card_id uuid references payment_card,
  card_id uuid references payment_card,
  expires_at timestamptz not null,
  -- When the provider was last asked.
  checked_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'completed') = (card_id is not null))
);
create index card_setup_open on card_setup (checked_at nulls first) where status = 'open';
create index card_setup_expired on card_setup (expires_at) where status = 'expired';

-- Payments by saved card, which nobody starts on a page.
alter table payment
  add column card_id uuid references payment_card,
  -- What it is for, such as a renewal of a period: each is charged once.
  add column charge_key text,
  -- The provider's reason for declining the card.
  add column decline_code text,
  add constraint payment_card_charge
    check ((card_id is null) = (charge_key is null)) not valid;
alter table payment validate constraint payment_card_charge;
create unique index payment_charge_once on payment (account_id, charge_key)
  where charge_key is not null;
-- Charges that the provider has not been asked for, or not responded to.
create index payment_to_charge on payment (created_at)
  where card_id is not null and status = 'pending' and provider_payment_id is null;

alter table webhook_event add column card_setup_id uuid;

create table payment_setting (
  account_id int primary key references account,
  -- What pays for the next period of a plan.
  charge_first text not null default 'balance' check (charge_first in ('balance', 'card')),
  top_up_is_on boolean not null default false,
  top_up_currency text,
  -- A lower balance is topped up, by the amount, at most up to the ceiling in a month.
  top_up_threshold numeric(38,18) check (top_up_threshold > 0),
  top_up_amount numeric(38,18) check (top_up_amount > 0),
  top_up_ceiling numeric(38,18) check (top_up_ceiling >= top_up_amount),
  -- Since a card was declined, and why.
  top_up_paused_at timestamptz,
  top_up_decline_code text,
  -- The payment that is under way.
  top_up_payment_id uuid references payment,
  -- The month in which its owner was told that the ceiling is reached.
  top_up_ceiling_mailed_for timestamptz,
  updated_at timestamptz not null,
  check (not top_up_is_on or (top_up_currency is not null and top_up_threshold is not null
    and top_up_amount is not null and top_up_ceiling is not null))
);
create index payment_setting_to_top_up on payment_setting (account_id)
  where top_up_is_on and top_up_paused_at is null;

-- The payment by card that the renewal waits for.
alter table subscription add column renewal_payment_id uuid;

-- The sandbox's own records.
create table sandbox_card_setup (
  -- The id of our setup: the page's address ends with it.
  id uuid primary key,
  provider_setup_id text not null unique,
  provider_customer_id text not null,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create table sandbox_card (
  id text primary key,
  sandbox_card_setup_id uuid not null unique references sandbox_card_setup on delete cascade,
  provider_customer_id text not null,
  -- What happens when it is charged.
  behavior text not null
    check (behavior in ('pays', 'is_declined', 'needs_authentication', 'expires')),
  exp_month smallint not null,
  exp_year smallint not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index sandbox_card_of_customer on sandbox_card (provider_customer_id);

alter table sandbox_payment
  add column sandbox_card_id text references sandbox_card,
  add column decline_code text;
