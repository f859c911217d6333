-- What a mail in a conversation is when it is no message of its customer or of support.
alter table ticket_message
  -- Written by a machine: shown folded, and without any effect on the ticket. Null for a message.
  add column note_kind text check (note_kind in ('automatic_reply', 'automatic_mail',
    'calendar_accepted', 'calendar_declined', 'calendar_tentative', 'calendar_answer',
    'read_receipt', 'bounce', 'reaction', 'stopped')),
  -- The formatting of a mail, as safe HTML. Null when the text says all.
  add column html text,
  -- Who wrote a mail that is not of the account: a person in Cc, or a machine.
  add column mail_from text,
  drop constraint ticket_message_check,
  add constraint ticket_message_check
    check (is_from_staff or not is_internal or note_kind is not null);

-- People in Cc of a customer's mails, who can be added to the conversation.
create table ticket_participant (
  id int primary key generated always as identity,
  ticket_id uuid not null references ticket on delete cascade,
  -- In lower case.
  address text not null,
  name text not null,
  -- `stopped` by the person, whom nobody can add again.
  state text not null check (state in ('suggested', 'added', 'removed', 'stopped')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (ticket_id, address)
);
create index ticket_participant_stopped on ticket_participant (address) where state = 'stopped';

-- Where a mail to somebody without an account is stopped with one click.
alter table mail add column unsubscribe_url text;
