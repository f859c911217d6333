-- What a sub-user may spend in a calendar month, at a price that its owner sets. US dollars.
alter table proxy_sub_user
  add column price_per_gb numeric(12, 4) check (price_per_gb > 0),
  add column spend_limit numeric(12, 2) check (spend_limit > 0),
  add constraint proxy_sub_user_spend_needs_price
    check (spend_limit is null or price_per_gb is not null);
