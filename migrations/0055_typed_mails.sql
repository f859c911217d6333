-- Whether a person wrote the words of a mail: all others say that a program sent them.
alter table mail add column is_typed boolean not null default false;
