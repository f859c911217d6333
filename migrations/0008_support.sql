-- Support tickets, their messages and files.
create table ticket (
  id uuid primary key,
  number int generated always as identity (start with 1001) unique,
  account_id int not null references account,
  subject text not null,
  status text not null default 'open'
    check (status in ('open', 'waiting_for_admin', 'waiting_for_user', 'resolved', 'closed')),
  category text not null default 'general'
    check (category in ('general', 'billing', 'technical', 'account', 'other')),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  priority_rank smallint generated always as (
    case priority when 'low' then 1 when 'normal' then 2 when 'high' then 3 else 4 end
  ) stored,
  assigned_to int references account,
  -- An object of another area that belonged to the customer, and what it was called then.
  related_type text check (related_type in ('payment', 'key', 'calculation', 'subscription')),
  related_id text,
  related_label text,
  -- The closed ticket whose mail was answered.
  follows uuid references ticket,
  -- Recomputed whenever a message changes; internal notes are ignored.
  messages_count int not null default 0,
  last_message_at timestamptz,
  last_message_preview text,
  last_message_is_from_staff boolean,
  customer_unread int not null default 0,
  staff_unanswered int not null default 0,
  customer_read_at timestamptz,
  first_response_at timestamptz,
  first_response_due_at timestamptz not null,
  -- Since the first unanswered message of the customer, or since it was reopened. Null if the ticket
  -- does not wait for support.
  waiting_since timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  -- When it was last reopened: the time to resolve it restarts.
  reopened_at timestamptz,
  -- Subject of its mails if the ticket's subject was changed: they remain one conversation.
  mail_subject text,
  rating smallint check (rating between 1 and 5),
  rating_comment text not null default '',
  rated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Split at punctuation, so that part of an address or a host name is found as well.
  search_vector tsvector generated always as (
    to_tsvector('simple', translate(subject, '@.:/_+-&=?#', '           '))
  ) stored,
  check ((related_type is null) = (related_id is null)),
  check ((status = 'waiting_for_admin') = (waiting_since is not null))
);
create index ticket_by_account on ticket (account_id, updated_at desc, id desc)
  where deleted_at is null;
create index ticket_by_time on ticket (updated_at desc, id desc) where deleted_at is null;
create index ticket_by_creation on ticket (created_at desc, id desc) where deleted_at is null;
create index ticket_by_response_due on ticket (first_response_due_at, id desc)
  where deleted_at is null and first_response_at is null and status = 'waiting_for_admin';
create index ticket_by_status on ticket (status, updated_at desc, id desc)
  where deleted_at is null;
create index ticket_by_assignee on ticket (assigned_to, updated_at desc, id desc)
  where deleted_at is null;
create index ticket_by_age on ticket (account_id, created_at);
create index ticket_by_priority on ticket (priority_rank desc, id desc) where deleted_at is null;
create index ticket_resolved on ticket (resolved_at) where status = 'resolved';
create index ticket_search on ticket using gin (search_vector);
create index ticket_by_waiting on ticket (waiting_since)
  where deleted_at is null and status = 'waiting_for_admin';
create index ticket_by_category on ticket (category, updated_at desc, id desc)
  where deleted_at is null;
create index ticket_unanswered on ticket (updated_at desc, id desc)
  where deleted_at is null and staff_unanswered > 0;

create table ticket_message (
  id uuid primary key,
  ticket_id uuid not null references ticket on delete cascade,
  account_id int not null references account,
  is_from_staff boolean not null,
  -- Between staff: customers neither see it nor are notified of it.
  is_internal boolean not null default false,
  -- Emptied when the message is deleted.
  body text not null,
  via text not null default 'web' check (via in ('web', 'mail')),
  -- Message-ID of the mail it came from: the same mail creates one message.
  mail_id text unique,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  search_vector tsvector generated always as (
    to_tsvector('simple', translate(body, '@.:/_+-&=?#', '           '))
  ) stored,
  check (is_from_staff or not is_internal)
);
create index ticket_message_by_ticket on ticket_message (ticket_id, created_at, id);
create index ticket_message_search on ticket_message using gin (search_vector);

-- Without a message it is an orphan, deleted after a day.
create table ticket_attachment (
  id uuid primary key,
  account_id int not null references account,
  message_id uuid references ticket_message on delete set null,
  name text not null,
  -- Detected from the bytes: what the sender claims is ignored.
  content_type text not null,
  size_bytes int not null,
  storage_key text not null unique,
  created_at timestamptz not null
);
create index ticket_attachment_by_message on ticket_attachment (message_id);
-- Sums the size of an account's files before it uploads another one.
create index ticket_attachment_by_account on ticket_attachment (account_id) include (size_bytes);
create index ticket_attachment_orphans on ticket_attachment (created_at) where message_id is null;

create table ticket_event (
  -- Ascending: several events may occur at the same time.
  id bigint primary key generated always as identity,
  ticket_id uuid not null references ticket on delete cascade,
  kind text not null check (kind in ('status', 'assigned', 'priority', 'rated')),
  actor text not null check (actor in ('customer', 'staff', 'clock')),
  account_id int references account,
  -- A status, a priority, an account's id or a rating.
  value text not null,
  occurred_at timestamptz not null
);
create index ticket_event_by_ticket on ticket_event (ticket_id, occurred_at, id);

create table canned_reply (
  id int primary key generated always as identity,
  title text not null unique,
  body text not null,
  updated_by int not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
