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
