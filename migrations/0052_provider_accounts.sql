-- Whose keys stored a customer or a card at a provider: its account and mode, such as `acct_1/test`.
-- Keys of another can not use it. Empty while it is not known, and for providers that have one only.
alter table payment_customer
  add column provider_account text not null default '',
  drop constraint payment_customer_pkey,
  add primary key (account_id, provider, provider_account);
alter table payment_card add column provider_account text not null default '';

-- For the rows of before, which get the account of the first key that is known.
create index payment_customer_without_account on payment_customer (provider)
  where provider_account = '';
create index payment_card_without_account on payment_card (provider) where provider_account = '';

-- The same number can be saved at each account.
drop index payment_card_number_once;
create unique index payment_card_number_once
  on payment_card (account_id, provider, provider_account, fingerprint)
  where removed_at is null and fingerprint is not null;
