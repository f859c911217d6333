-- When a plan's balance was last held against the price of its next period, so that each warning
-- goes out once.
alter table subscription add column balance_checked_at timestamptz;

-- What was cancelled has a time of that, also where something else took its place.
update subscription set cancelled_at = ended_at where status = 'cancelled' and cancelled_at is null;
