-- A mail is not delivered later than this: its code is no longer valid by then.
alter table mail add column expires_at timestamptz;

-- Erasing a person takes the mails to them, and those that are answered to them.
create index mail_by_address on mail (lower(to_address));
create index mail_by_answer_address on mail (lower(reply_to)) where reply_to is not null;

-- What staff were told about a payment, and when last: of one thing once a day.
create table payment_alert (
  payment_id uuid not null references payment (id),
  words text not null,
  told_at timestamptz not null,
  primary key (payment_id, words)
);
