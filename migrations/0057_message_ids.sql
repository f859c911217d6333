-- Programs of several customers can write the same Message-ID, and one mail must not hide another.
create unique index ticket_message_mail on ticket_message (mail_id, account_id);
alter table ticket_message drop constraint ticket_message_mail_id_key;
