-- What each transfer credited, so that a reversal takes back at most the money of its transfer.
alter table payment_transfer add column credited_amount numeric(38,18);
update payment_transfer t set credited_amount = p.amount
from posting p join ledger_account a on a.id = p.ledger_account_id
where p.journal_id = t.journal_id and a.kind = 'wallet_available';

alter table payment_reversal
  -- The transfer whose money went back; null if it was requested for the payment as a whole.
  add column provider_transfer_id text,
  -- The provider's time of what was last booked: an older report changes nothing.
  add column reported_at timestamptz;
update payment_reversal set reported_at = coalesce(done_at, created_at);

alter table payment
  -- Why money that arrived is not credited, or why the payment can't go on as it was begun.
  add column problem text,
  -- The least that the provider accepts in the pay currency, once a payment is short.
  add column rest_minimum numeric(38,18),
  add constraint payment_problem check (problem in (
    'not_settled', 'unknown_currency', 'unknown_status', 'no_rate', 'rest_too_small'
  )) not valid;
alter table payment validate constraint payment_problem;
update payment set problem = 'unknown_currency'
where status <> 'completed' and status <> 'refunded' and id in (
  select payment_id from payment_transfer
  where journal_id is null and currency not in (select code from currency)
);
create index payment_with_problem on payment (status_changed_at) where problem is not null;

-- For the money of an account that is not real.
create index payment_test_money on payment (account_id, currency)
  where is_test and credited_amount is not null;

-- A price in a currency that the provider does not know is asked for in another one.
alter table payment
  add column provider_price numeric(38,18),
  add column provider_price_currency text;

-- Stripe collects at most eight digits of the smallest unit.
update currency set max_amount = 999999.99 where code = 'KZT' and max_amount > 999999.99;
