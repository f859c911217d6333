-- For the job that asks about payments which ended without money, for some days.
create index payment_ended on payment (status_changed_at)
  where status in ('failed', 'expired', 'cancelled') and provider_payment_id is not null;
