-- The status page: what the checks found, minute by minute, and what staff wrote about it.

-- One row for each component and day. A minute is counted once, whatever the number of processes.
create table status_day (
  component text not null,
  -- In UTC.
  day date not null,
  up_minutes int not null,
  degraded_minutes int not null,
  down_minutes int not null,
  -- Of the day, from 0: the last one that is counted.
  last_minute int not null check (last_minute between 0 and 1439),
  primary key (component, day),
  check (up_minutes >= 0 and degraded_minutes >= 0 and down_minutes >= 0),
  check (up_minutes + degraded_minutes + down_minutes between 1 and 1440)
) with (fillfactor = 70);

create table incident (
  id uuid primary key,
  title text not null,
  -- Of the latest update, as are the impacts: 'degraded' or 'down' by component.
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  impacts jsonb not null,
  started_at timestamptz not null,
  resolved_at timestamptz,
  updated_at timestamptz not null,
  check ((state = 'resolved') = (resolved_at is not null))
);
create index incident_by_start on incident (started_at desc, id desc);
create index incident_open on incident (started_at desc) where resolved_at is null;

create table incident_update (
  id uuid primary key,
  incident_id uuid not null references incident on delete cascade,
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  impacts jsonb not null,
  message text not null,
  created_by int not null references account,
  created_at timestamptz not null
);
create index incident_update_by_incident on incident_update (incident_id, created_at, id);
