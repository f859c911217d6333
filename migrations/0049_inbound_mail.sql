-- What a mail quotes of ours and how it is signed, apart from what its author wrote.
alter table ticket_message add column quoted text;

-- Mails that arrived at a reply address, as they were received: the file is compressed.
create table inbound_mail (
  id uuid primary key,
  received_at timestamptz not null,
  outcome text not null,
  sender text not null,
  subject text not null,
  size_bytes int not null,
  storage_key text not null unique,
  -- That of the reply address, if it is genuine.
  ticket_id uuid references ticket on delete cascade,
  message_id uuid references ticket_message on delete set null,
  -- What staff did with a mail that did not become a message.
  handled_as text check (handled_as in ('note', 'ticket', 'dismissed')),
  handled_by int references account,
  handled_at timestamptz,
  check ((handled_as is null) = (handled_at is null))
);
create index inbound_mail_by_time on inbound_mail (received_at desc, id desc);
create index inbound_mail_waiting on inbound_mail (received_at desc, id desc)
  where message_id is null and handled_at is null;
create index inbound_mail_by_message on inbound_mail (message_id) where message_id is not null;
create index inbound_mail_by_ticket on inbound_mail (ticket_id) where ticket_id is not null;
create index inbound_mail_by_sender on inbound_mail (sender, received_at desc);
create index ticket_by_follows on ticket (follows) where follows is not null;
