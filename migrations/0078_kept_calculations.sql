-- Counts what an account keeps before it keeps one more: saved calculations, and runs of the history
-- that have a link.
create index customs_calculation_kept on customs_calculation (account_id)
  where is_saved or share_token is not null;
