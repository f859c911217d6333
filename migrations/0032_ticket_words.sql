-- Words apart from their signs, so that a part of an address or of a host's name is found as well.
alter table ticket drop column words;
alter table ticket add column words tsvector generated always as (
  to_tsvector('simple', translate(subject, '@.:/_+-&=?#', '           '))
) stored;
create index ticket_by_words on ticket using gin (words);

alter table ticket_message drop column words;
alter table ticket_message add column words tsvector generated always as (
  to_tsvector('simple', translate(body, '@.:/_+-&=?#', '           '))
) stored;
create index ticket_message_by_words on ticket_message using gin (words);
