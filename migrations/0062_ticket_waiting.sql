-- Since when a ticket waits for support: since the first message of its customer without an answer,
-- or since it was opened again. Null for a ticket that does not wait.
alter table ticket add column waiting_since timestamptz;
update ticket set waiting_since = coalesce(
  (select min(said.created_at) from ticket_message said
    where said.ticket_id = ticket.id and said.deleted_at is null and not said.is_from_staff
      and said.created_at > coalesce((select max(answer.created_at) from ticket_message answer
        where answer.ticket_id = ticket.id and answer.deleted_at is null
          and answer.is_from_staff and not answer.is_internal), '-infinity')),
  updated_at)
  where status = 'waiting_for_admin';
alter table ticket add check ((status = 'waiting_for_admin') = (waiting_since is not null));
-- Counts those that wait for long without a look at each.
create index ticket_by_waiting on ticket (waiting_since)
  where deleted_at is null and status = 'waiting_for_admin';

-- When it was last opened again after it was resolved or closed: the time to resolve it begins anew.
alter table ticket add column reopened_at timestamptz;
update ticket set reopened_at = reopening.at from (
  select ticket_id, max(at) as at from (
    select ticket_id, at, value, lag(value) over (partition by ticket_id order by id) as before
    from ticket_event where kind = 'status'
  ) as step
  where value like 'waiting%' and before in ('resolved', 'closed')
  group by ticket_id
) as reopening where reopening.ticket_id = ticket.id;

-- The subject of its mails once the subject was changed: they stay one conversation.
alter table ticket add column mail_subject text;

create index ticket_by_category on ticket (category, updated_at desc, id desc)
  where deleted_at is null;
create index ticket_unanswered on ticket (updated_at desc, id desc)
  where deleted_at is null and staff_unanswered > 0;
