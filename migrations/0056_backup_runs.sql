-- The backups that the product made or tried to make, for staff and alerts.
create table backup_run (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- The folder or bucket, without its credentials.
  place text not null,
  -- That of the backup; null where nothing was saved.
  name text,
  size_bytes bigint not null default 0,
  file_count int not null default 0,
  -- How long the restore took that was rehearsed; null where there was none.
  rehearsal_ms int,
  -- Null for a backup that is whole.
  error text
);
create index backup_run_ended on backup_run (ended_at desc);
