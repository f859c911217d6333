-- Which attempt holds the key: one that was taken for dead must not end its successor's claim.
-- `created_at` is renewed while the attempt works.
alter table idempotency_key add column claim_id uuid;
