-- Figures of the company leave accounts out that have paid with test money only.
create index payment_of_test on payment (account_id) where is_test;
drop index payment_unpaid_by_time;
create index payment_unpaid_by_time on payment (created_at)
  include (status, currency, amount, is_test) where status in ('failed', 'expired');
drop index mrr_movement_sums;
create index mrr_movement_sums on mrr_movement (currency, month, cohort, kind)
  include (amount, account_id);
drop index subscription_charge_by_time;
create index subscription_charge_by_time on subscription_charge (currency, created_at)
  include (amount, account_id);
drop index overage_by_payment;
create index overage_by_payment on overage (currency, paid_at) include (amount, account_id)
  where paid_at is not null;
