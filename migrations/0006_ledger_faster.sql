-- The ledger's rules as before, at a lower price: one check a statement in place of one a posting,
-- and plain statements where `ledger_post` used to join arrays.

-- Tables and functions belong to a role of their own where that could be had: 0004.
do $$
declare
  v_owner text := (select tableowner from pg_tables
    where schemaname = 'public' and tablename = 'posting');
begin
  if v_owner <> current_user and not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant %I to %I', v_owner, current_user);
  end if;
end $$;

-- `ledger_check_postings` asks for the journal once for all postings of a statement.
alter table posting drop constraint posting_journal_id_fkey;

create or replace function ledger_check_postings() returns trigger language plpgsql as $$
declare
  v_row record;
  v_first record;
  v_sum numeric := 0;
  v_is_plain boolean := true;
begin
  -- Nearly always one journal in one currency: adding up costs a fifth of grouping.
  for v_row in select journal_id, line, currency, amount from inserted loop
    if v_first is null then
      v_first := v_row;
    elsif v_row.journal_id <> v_first.journal_id or v_row.currency <> v_first.currency then
      v_is_plain := false;
    end if;
    v_sum := v_sum + v_row.amount;
  end loop;
  if v_first is null then
    return null;
  end if;
  if v_is_plain and v_sum = 0 and v_first.line = 1
    and exists (select from journal where id = v_first.journal_id)
  then
    return null;
  end if;
  if exists (
    select from inserted group by grouping sets ((journal_id, currency), (journal_id))
    having case when grouping(currency) = 0 then sum(amount) <> 0
      else min(line) <> 1 or not exists (select from journal j where j.id = journal_id) end
  ) then
    raise exception 'journal not balanced' using errcode = 'check_violation',
      hint = 'All postings of a journal that exists come in one insert: from line 1, summing to zero in each currency.';
  end if;
  return null;
end $$;

-- A reversal names a journal that exists. As a foreign key it would be asked of every journal.
alter table journal drop constraint journal_reversal_of_fkey;
create function ledger_check_reversal() returns trigger language plpgsql as $$
begin
  if not exists (select from journal where id = new.reversal_of) then
    raise exception 'no journal to reverse' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger journal_reversal_exists after insert on journal
  for each row when (new.reversal_of is not null) execute function ledger_check_reversal();

-- Posts a journal: {outcome: posted | replay | insufficient | hold_not_open | hold_exceeded, ...}.
-- What can't be posted is an answer and not an error, so that the caller's transaction goes on.
-- `balances` has what each line left in its wallet, null for the platform's accounts.
create or replace function ledger_post(
  p_id uuid, p_type text, p_account int, p_key text, p_reference text, p_description text,
  p_actor text, p_effective_at timestamptz, p_now timestamptz, p_metadata jsonb,
  p_reversal_of uuid, p_payment uuid, p_subscription uuid,
  p_rate numeric, p_rate_source text, p_rate_at timestamptz, p_may_overdraw boolean, p_hold uuid,
  p_kinds text[], p_labels text[], p_currencies text[], p_amounts numeric[],
  p_transactions uuid[]
) returns jsonb language plpgsql security definer set search_path = public, pg_temp
-- Every statement finds a few rows by key, whatever the tables' statistics say at the moment: to
-- plan each of them anew for each journal costs more than to run it.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_ids int[];
  v_id int;
  v_transactions uuid[] := p_transactions;
  -- The lines that are wallets, and the last of them.
  v_wallets int := 0;
  v_line int;
  v_at timestamptz := p_now;
  v_short record;
  v_hold wallet_hold;
  -- Line by line: null for the platform's accounts.
  v_versions bigint[] := array_fill(null::bigint, array[cardinality(p_kinds)]);
  v_balances numeric[] := array_fill(null::numeric, array[cardinality(p_kinds)]);
  v_version bigint;
  v_balance numeric;
begin
  for i in 1..cardinality(p_kinds) loop
    if p_kinds[i] like 'wallet%' then
      select id into v_id from ledger_account
      where account_id = p_account and kind = p_kinds[i] and currency = p_currencies[i]
        and label = p_labels[i];
      v_wallets := v_wallets + 1;
      v_line := i;
    else
      select id into v_id from ledger_account
      where account_id is null and kind = p_kinds[i] and currency = p_currencies[i]
        and label = p_labels[i];
    end if;
    v_ids[i] := v_id;
    if p_kinds[i] <> 'wallet_available' then
      v_transactions[i] := null;
    end if;
  end loop;
  if array_position(v_ids, null) is not null then
    v_ids := ledger_open_accounts(p_account, p_kinds, p_labels, p_currencies, p_now);
  end if;

  -- Nearly always one wallet that has the money: one statement locks, checks and moves it. Time
  -- only grows in a wallet, whatever the clocks of two processes say.
  if v_wallets = 1 and p_hold is null then
    update wallet_balance w
    set balance = w.balance + p_amounts[v_line], version = w.version + 1,
      last_posted_at = greatest(p_now, w.last_posted_at + interval '1 microsecond')
    where w.ledger_account_id = v_ids[v_line]
      and (p_amounts[v_line] > 0 or p_may_overdraw or w.balance - w.held + p_amounts[v_line] >= 0)
    returning w.balance, w.version, w.last_posted_at into v_balance, v_version, v_at;
    v_balances[v_line] := v_balance;
    v_versions[v_line] := v_version;
  end if;

  if v_wallets > 0 and v_version is null then
    if (select count(*) <> count(distinct id) from unnest(v_ids) x(id)) then
      raise exception 'two postings on one account' using errcode = 'check_violation';
    end if;
    -- Wallets in one order, so that no two journals wait for each other.
    select greatest(p_now, max(w.last_posted_at) + interval '1 microsecond') into v_at
    from (
      select last_posted_at from wallet_balance where ledger_account_id = any(v_ids)
      order by ledger_account_id for update
    ) w;
    -- Asked under the lock: the first journal of this key may have been what emptied the wallet.
    if exists (select from journal where idempotency_key = p_key) then
      return '{"outcome":"replay"}';
    end if;
    if p_hold is not null then
      select * into v_hold from wallet_hold h where h.id = p_hold;
      if v_hold.status is distinct from 'open' or v_hold.ledger_account_id <> all(v_ids) then
        return jsonb_build_object('outcome', 'hold_not_open', 'status', v_hold.status);
      end if;
      select x.currency, -x.amount as required into v_short
      from unnest(v_ids, p_currencies, p_amounts) x(id, currency, amount)
      where x.id = v_hold.ledger_account_id and -x.amount > v_hold.amount;
      if found then
        return jsonb_build_object('outcome', 'hold_exceeded', 'currency', v_short.currency,
          'required', v_short.required::text, 'available', v_hold.amount::text);
      end if;
    end if;
    select x.currency, -x.amount as required, w.balance - w.held + x.freed as available into v_short
    from (
      select id, currency, amount, case when id = v_hold.ledger_account_id then v_hold.amount else 0 end
      from unnest(v_ids, p_currencies, p_amounts) x(id, currency, amount)
    ) x(id, currency, amount, freed)
    join wallet_balance w on w.ledger_account_id = x.id
    join ledger_account a on a.id = x.id
    where x.amount < 0 and not p_may_overdraw and not a.allows_negative
      and w.balance - w.held + x.freed + x.amount < 0
    limit 1;
    if found then
      return jsonb_build_object('outcome', 'insufficient', 'currency', v_short.currency,
        'required', v_short.required::text, 'available', v_short.available::text);
    end if;
    with moved as (
      update wallet_balance w
      set balance = w.balance + x.amount, version = w.version + 1, last_posted_at = v_at,
        held = w.held - case when x.id = v_hold.ledger_account_id then v_hold.amount else 0 end
      from unnest(v_ids, p_amounts) x(id, amount)
      where w.ledger_account_id = x.id
      returning w.ledger_account_id, w.balance, w.version
    )
    select array_agg(m.balance order by x.line), array_agg(m.version order by x.line)
    into v_balances, v_versions
    from unnest(v_ids) with ordinality x(id, line) left join moved m on m.ledger_account_id = x.id;
  end if;

  insert into journal (
    id, transaction_type, account_id, idempotency_key, reference, description, actor,
    effective_at, created_at, metadata, reversal_of, payment_id, subscription_id, hold_id, rate,
    rate_source, rate_at, may_overdraw
  ) values (
    p_id, p_type, p_account, p_key, p_reference, p_description, p_actor, p_effective_at,
    v_at, p_metadata, p_reversal_of, p_payment, p_subscription, p_hold, p_rate, p_rate_source,
    p_rate_at, p_may_overdraw
  ) on conflict (idempotency_key) do nothing;
  if not found then
    -- The key was known. The wallets are still ours alone: they become what they were.
    update wallet_balance w
    set balance = w.balance - x.amount, version = w.version - 1,
      held = w.held + case when x.id = v_hold.ledger_account_id then v_hold.amount else 0 end,
      last_posted_at = (
        select created_at from posting p
        where p.ledger_account_id = w.ledger_account_id and p.wallet_version is not null
        order by created_at desc limit 1)
    from unnest(v_ids, p_amounts) x(id, amount)
    where w.ledger_account_id = x.id;
    return '{"outcome":"replay"}';
  end if;

  insert into posting (
    journal_id, line, ledger_account_id, currency, amount, transaction_type, created_at,
    wallet_version, balance_after, transaction_id
  )
  select p_id, x.line, x.id, x.currency, x.amount, p_type, v_at, x.version, x.balance, x.transaction
  from unnest(v_ids, p_currencies, p_amounts, v_versions, v_balances, v_transactions)
    with ordinality x(id, currency, amount, version, balance, transaction, line);
  if v_hold.id is not null then
    update wallet_hold set status = 'captured', closed_at = v_at where id = v_hold.id;
  end if;
  return jsonb_build_object('outcome', 'posted', 'created_at', v_at,
    'balances', to_jsonb(v_balances::text[]));
end $$;

-- Posts a journal between a customer's available wallet and one account of the platform: what nearly
-- all journals are, at half the price. `created_at` is null, and nothing done, when `ledger_post`
-- has to answer: the wallet lacks the money, the key is known, an account is new.
create function ledger_post_pair(
  p_id uuid, p_type text, p_account int, p_key text, p_reference text, p_description text,
  p_actor text, p_effective_at timestamptz, p_now timestamptz, p_metadata jsonb,
  p_payment uuid, p_subscription uuid, p_may_overdraw boolean,
  p_kind text, p_label text, p_currency text, p_amount numeric, p_transaction uuid,
  out created_at timestamptz, out balance numeric
) language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_wallet int;
  v_other int;
  v_version bigint;
begin
  update wallet_balance w
  set balance = w.balance + p_amount, version = w.version + 1,
    last_posted_at = greatest(p_now, w.last_posted_at + interval '1 microsecond')
  from ledger_account a, ledger_account o
  where a.account_id = p_account and a.kind = 'wallet_available' and a.currency = p_currency
    and a.label = '' and w.ledger_account_id = a.id
    and o.account_id is null and o.kind = p_kind and o.currency = p_currency and o.label = p_label
    and (p_amount > 0 or p_may_overdraw or w.balance - w.held + p_amount >= 0)
  returning a.id, o.id, w.version, w.last_posted_at, w.balance
  into v_wallet, v_other, v_version, created_at, balance;
  if not found then
    return;
  end if;
  insert into journal (
    id, transaction_type, account_id, idempotency_key, reference, description, actor,
    effective_at, created_at, metadata, payment_id, subscription_id, may_overdraw
  ) values (
    p_id, p_type, p_account, p_key, p_reference, p_description, p_actor,
    p_effective_at, ledger_post_pair.created_at, p_metadata, p_payment, p_subscription, p_may_overdraw
  ) on conflict (idempotency_key) do nothing;
  if not found then
    -- The wallet is still ours alone: it becomes what it was.
    update wallet_balance w
    set balance = w.balance - p_amount, version = w.version - 1,
      last_posted_at = (
        select p.created_at from posting p
        where p.ledger_account_id = v_wallet and p.wallet_version is not null
        order by p.created_at desc limit 1)
    where w.ledger_account_id = v_wallet;
    created_at := null;
    return;
  end if;
  insert into posting (
    journal_id, line, ledger_account_id, currency, amount, transaction_type, created_at,
    wallet_version, balance_after, transaction_id
  ) values
    (p_id, 1, v_wallet, p_currency, p_amount, p_type, ledger_post_pair.created_at,
      v_version, balance, p_transaction),
    (p_id, 2, v_other, p_currency, -p_amount, p_type, ledger_post_pair.created_at,
      null, null, null);
end $$;

-- As 0004 leaves its own functions.
do $$
declare
  v_owner text := (select tableowner from pg_tables
    where schemaname = 'public' and tablename = 'posting');
  v_function regprocedure;
begin
  if v_owner = current_user then
    return;
  end if;
  execute format('grant create on schema public to %I', v_owner);
  for v_function in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname in ('ledger_post_pair', 'ledger_check_reversal')
  loop
    execute format('alter function %s owner to %I', v_function, v_owner);
    execute format('revoke execute on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_user);
  end loop;
  execute format('revoke create on schema public from %I', v_owner);
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('revoke %I from %I', v_owner, current_user);
  end if;
end $$;
