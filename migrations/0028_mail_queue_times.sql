-- When a mail was last queued: written, sent again, or released. How long it waits counts from then.
alter table mail add column queued_at timestamptz not null default now();
update mail set queued_at = created_at where status = 'queued';
