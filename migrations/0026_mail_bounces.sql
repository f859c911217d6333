-- What other mail servers reported of a mail after it was sent.
alter table mail
  -- `delayed` may still arrive.
  add column bounce_kind text check (bounce_kind in ('delayed', 'bounced', 'complained')),
  add column bounced_at timestamptz,
  -- Such as 5.1.1 (RFC 3463).
  add column bounce_status text,
  -- Of the other server.
  add column bounce_words text not null default '',
  -- It bounced because its address does not exist. False again once the address is known to work.
  add column is_undeliverable boolean not null default false;
create index mail_by_bounce on mail (bounce_kind, created_at desc) where bounce_kind is not null;
create index mail_undeliverable on mail (lower(to_address), bounced_at) where is_undeliverable;
