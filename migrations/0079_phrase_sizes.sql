-- What is kept of spoken texts has a budget of bytes. Of those before it is not known: they are gone
-- within 30 days.
alter table speech_phrase add column size_bytes int not null default 0 check (size_bytes >= 0);
