-- What a mail in a conversation is when it is no message of its customer or of support.
alter table ticket_message
  -- Written by a machine: shown folded, and without any effect on the ticket. Null for a message.
  add column note_kind text check (note_kind in ('automatic_reply', 'automatic_mail',
    'calendar_accepted', 'calendar_declined', 'calendar_tentative', 'calendar_answer',
    'read_receipt', 'bounce', 'reaction', 'stopped')),
  -- The formatting of a mail, as safe HTML. Null when the text says all.
  add column html text,
  -- The sender of a note that is not of the account, such as another mail server.
  add column mail_from text,
  drop constraint ticket_message_check,
  add constraint ticket_message_check
    check (is_from_staff or not is_internal or note_kind is not null);
