-- Sums what an account's files take before it uploads one more.
create index ticket_attachment_by_account on ticket_attachment (account_id) include (size_bytes);
