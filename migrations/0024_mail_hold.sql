-- Sign-in codes have a queue of their own; a restored copy holds its mails.
alter table mail
  -- Somebody waits for it: delivered before everything else, and during a hold.
  add column is_urgent boolean not null default false,
  drop constraint mail_status_check,
  add constraint mail_status_check
    check (status in ('queued', 'held', 'sent', 'dead', 'discarded'));

-- While its one row exists, mails are held instead of delivered.
create table mail_hold (
  id boolean primary key default true check (id),
  since timestamptz not null default now(),
  -- Shown to staff, such as the time of the backup.
  reason text not null default ''
);
