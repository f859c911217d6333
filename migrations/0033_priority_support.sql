-- Tickets of customers whose plan has priority support, as of their last message: they come first in
-- the lists of staff while they wait, and their answers are due in half the time.
alter table ticket add column has_priority_support boolean not null default false;

create index ticket_by_turn on ticket
  ((has_priority_support and status = 'waiting_for_admin') desc, updated_at desc, id desc)
  where deleted_at is null;
create index ticket_first_answers on ticket (first_response_at)
  where has_priority_support and deleted_at is null;
