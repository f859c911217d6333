-- For the search of staff: payments by the hash of a transfer, keys by the start of their preview.
create index payment_by_hash on payment (transaction_hash) where transaction_hash is not null;
create index payment_transfer_by_hash on payment_transfer (hash) where hash is not null;
create index api_key_by_preview on api_key (key_preview text_pattern_ops);
