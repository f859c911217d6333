-- A mail that is delivered again, though it became no message, is not listed twice.
alter table inbound_mail add column digest bytea;
create index inbound_mail_by_digest on inbound_mail (digest);

-- The mailbox that mails are fetched from: one row, whose lease one process has at a time.
create table inbound_mailbox (
  id smallint primary key default 1 check (id = 1),
  leased_by uuid,
  leased_until timestamptz not null default '-infinity',
  read_at timestamptz,
  -- Of the attempts since `read_at`; null when the last one succeeded.
  problem text,
  failing_since timestamptz,
  check ((problem is null) = (failing_since is null))
);
insert into inbound_mailbox default values;
