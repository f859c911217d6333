-- What payments brought, by time.
create index posting_received on posting (created_at) include (journal_id, currency, amount)
  where transaction_id is not null and transaction_type in ('deposit', 'refund');
