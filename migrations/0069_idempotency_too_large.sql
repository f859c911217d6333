-- An answer above the budget is not kept: its replay is refused instead of answered.
alter table idempotency_key add column is_too_large boolean not null default false;
