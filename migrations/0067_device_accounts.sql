-- A browser that several people sign in with holds one token, known for each of their accounts.
create unique index device_by_token on device (token_hash, account_id);
alter table device drop constraint device_token_hash_key;
