-- A card that is saved again takes the place of its earlier entry. Cards saved before this have no
-- fingerprint, and keep an entry for each time.
alter table payment_card
  -- The provider's mark of the card's number: the same for each time that it is saved.
  add column fingerprint text;
create unique index payment_card_number_once on payment_card (account_id, provider, fingerprint)
  where removed_at is null and fingerprint is not null;

alter table card_setup
  -- Whether the card that was saved had an entry already.
  add column was_saved_before boolean not null default false;

alter table payment_setting
  -- Whether mails about charges and payments that succeeded are sent; all others always are.
  add column mails_receipts boolean not null default true;
