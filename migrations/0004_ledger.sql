-- The double-entry ledger. All writes go through the functions below (docs/decisions/0010 and 0011).
-- The chart of accounts is in src/areas/ledger/README.md.

create table ledger_account (
  id int generated always as identity primary key,
  -- The customer. Null for the platform's own accounts. No foreign key: money outlives a login.
  account_id int,
  kind text not null check (kind in (
    'wallet_available', 'wallet_reserved',
    'provider_clearing', 'revenue', 'fees', 'bonus', 'rounding', 'suspense', 'exchange'
  )),
  -- Tells the platform's accounts of one kind apart: the provider of a clearing account.
  label text not null default '',
  currency text not null,
  created_at timestamptz not null,
  check ((account_id is not null) = (kind in ('wallet_available', 'wallet_reserved')))
);
create unique index ledger_account_of_customer
  on ledger_account (account_id, kind, currency, label) where account_id is not null;
create unique index ledger_account_of_platform
  on ledger_account (kind, currency, label) where account_id is null;

create table journal (
  id uuid primary key,
  transaction_type text not null check (transaction_type in (
    'deposit', 'withdrawal', 'charge', 'refund', 'fee', 'bonus', 'adjustment'
  )),
  -- The customer whose wallets it changes; at most one.
  account_id int,
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 255),
  reference text,
  description text not null default '',
  actor text not null,
  -- When it happened. Balances are computed by created_at.
  effective_at timestamptz not null,
  created_at timestamptz not null,
  metadata jsonb not null default '{}',
  -- A trigger checks that it exists: a foreign key would be checked for every journal.
  reversal_of uuid,
  payment_id uuid,
  subscription_id uuid,
  hold_id uuid,
  rate numeric,
  rate_source text,
  rate_at timestamptz,
  may_overdraw boolean not null default false,
  check ((rate is null) = (rate_source is null) and (rate is null) = (rate_at is null))
);
create unique index journal_by_reversal on journal (reversal_of) where reversal_of is not null;
create index journal_by_reference on journal (account_id, lower(reference))
  where reference is not null;
create index journal_reversals on journal (account_id, created_at) where reversal_of is not null;
create index journal_by_payment on journal (payment_id) where payment_id is not null;
create index journal_by_subscription on journal (subscription_id) where subscription_id is not null;

create table posting (
  -- Checked once for all postings of a statement, by the trigger below.
  journal_id uuid not null,
  -- Starts at 1 in every insert, so that a second insert for a journal violates the primary key.
  line smallint not null check (line >= 1),
  -- No foreign key: its share locks on the platform's few rows would be a bottleneck.
  ledger_account_id int not null,
  currency text not null,
  amount numeric(38,18) not null check (amount <> 0),
  transaction_type text not null,
  created_at timestamptz not null,
  -- Wallets only: the number of this posting within the wallet, and the balance after it.
  wallet_version bigint,
  balance_after numeric(38,18),
  -- Available wallets only: the id under which the customer sees it.
  transaction_id uuid,
  primary key (journal_id, line),
  check ((wallet_version is null) = (balance_after is null))
);
-- Within a wallet created_at only increases, so this is the order of posting.
create index posting_of_wallet on posting (ledger_account_id, created_at desc)
  include (amount, transaction_type, balance_after, transaction_id)
  where wallet_version is not null;
create unique index posting_by_transaction on posting (transaction_id)
  where transaction_id is not null;

-- Wallets only: a balance row that every charge of every customer locks would limit throughput.
create table wallet_balance (
  ledger_account_id int primary key references ledger_account,
  balance numeric(38,18) not null default 0,
  held numeric(38,18) not null default 0 check (held >= 0),
  version bigint not null default 0,
  last_posted_at timestamptz
) with (fillfactor = 70);

create table wallet_hold (
  id uuid primary key,
  ledger_account_id int not null references ledger_account,
  amount numeric(38,18) not null check (amount > 0),
  status text not null default 'open' check (status in ('open', 'captured', 'released')),
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 255),
  reference text,
  actor text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'open') = (closed_at is null))
);
create index wallet_hold_of_wallet on wallet_hold (ledger_account_id, created_at);
create index wallet_hold_open on wallet_hold (expires_at) where status = 'open';

-- The hash chain over committed journals: each hash covers the one before it.
create table journal_seal (
  position bigint primary key,
  journal_id uuid not null unique,
  hash bytea not null,
  sealed_at timestamptz not null
);

create function ledger_check_postings() returns trigger language plpgsql as $$
declare
  v_row record;
  v_first record;
  v_sum numeric := 0;
  v_is_plain boolean := true;
begin
  -- Nearly always one journal in one currency: summing costs a fifth of grouping.
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
create trigger posting_balanced after insert on posting
  referencing new table as inserted for each statement execute function ledger_check_postings();

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation',
    hint = 'Post a reversing journal.';
end $$;
create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function ledger_refuse_change();
create trigger posting_append_only before update or delete or truncate on posting
  for each statement execute function ledger_refuse_change();
create trigger journal_seal_append_only before update or delete or truncate on journal_seal
  for each statement execute function ledger_refuse_change();

create function ledger_check_reversal() returns trigger language plpgsql as $$
begin
  if not exists (select from journal where id = new.reversal_of) then
    raise exception 'no journal to reverse' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger journal_reversal_exists after insert on journal
  for each row when (new.reversal_of is not null) execute function ledger_check_reversal();

-- The ids of the ledger accounts in the order of the postings. Missing accounts are created.
create function ledger_open_accounts(
  p_account int, p_kinds text[], p_labels text[], p_currencies text[], p_now timestamptz
) returns int[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ids int[];
begin
  -- In a fixed order, so that two first postings can't deadlock.
  insert into ledger_account (account_id, kind, label, currency, created_at)
  select case when kind like 'wallet%' then p_account end, kind, label, currency, p_now
  from unnest(p_kinds, p_labels, p_currencies) x(kind, label, currency)
  order by kind, currency, label
  on conflict do nothing;
  select array_agg(a.id order by x.line) into v_ids
  from unnest(p_kinds, p_labels, p_currencies) with ordinality x(kind, label, currency, line)
  join ledger_account a on a.kind = x.kind and a.label = x.label and a.currency = x.currency
    and a.account_id is not distinct from case when x.kind like 'wallet%' then p_account end;
  insert into wallet_balance (ledger_account_id)
  select id from unnest(v_ids, p_kinds) x(id, kind) where kind like 'wallet%' order by id
  on conflict do nothing;
  return v_ids;
end $$;

-- Posts a journal: {outcome: posted | replay | insufficient | hold_not_open | hold_exceeded, ...}.
-- What can't be posted is a result and not an error, so that the caller's transaction continues.
-- `balances` has each line's wallet balance after posting, null for the platform's accounts.
create function ledger_post(
  p_id uuid, p_type text, p_account int, p_key text, p_reference text, p_description text,
  p_actor text, p_effective_at timestamptz, p_now timestamptz, p_metadata jsonb,
  p_reversal_of uuid, p_payment uuid, p_subscription uuid,
  p_rate numeric, p_rate_source text, p_rate_at timestamptz, p_may_overdraw boolean, p_hold uuid,
  p_kinds text[], p_labels text[], p_currencies text[], p_amounts numeric[],
  p_transactions uuid[]
) returns jsonb language plpgsql security definer set search_path = public, pg_temp
-- Every statement finds a few rows by key, whatever the tables' statistics say: planning each of them
-- again for every journal costs more than running it.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_ids int[];
  v_id int;
  v_transactions uuid[] := p_transactions;
  -- The number of lines that are wallets, and the last of these lines.
  v_wallets int := 0;
  v_line int;
  v_at timestamptz := p_now;
  v_short record;
  v_hold wallet_hold;
  -- Per line; null for the platform's accounts.
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

  -- Nearly always one wallet with enough money: one statement locks, checks and updates it. Time only
  -- increases within a wallet, even if the clocks of two processes differ.
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
    -- Wallets in a fixed order, so that no two journals deadlock.
    select greatest(p_now, max(w.last_posted_at) + interval '1 microsecond') into v_at
    from (
      select last_posted_at from wallet_balance where ledger_account_id = any(v_ids)
      order by ledger_account_id for update
    ) w;
    -- Checked under the lock: the first journal with this key may be what emptied the wallet.
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
    select x.currency, -x.amount as required, w.balance - w.held + x.released as available
    into v_short
    from (
      select id, currency, amount, case when id = v_hold.ledger_account_id then v_hold.amount else 0 end
      from unnest(v_ids, p_currencies, p_amounts) x(id, currency, amount)
    ) x(id, currency, amount, released)
    join wallet_balance w on w.ledger_account_id = x.id
    where x.amount < 0 and not p_may_overdraw
      and w.balance - w.held + x.released + x.amount < 0
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
    -- The key exists. The wallets are still locked by this transaction: restore them.
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

-- Posts a journal between a customer's available wallet and one account of the platform, which nearly
-- all journals are, at half the cost. When `created_at` is null nothing was done and the caller has to
-- use `ledger_post`: the wallet lacks the money, the key exists, or an account is missing.
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
    -- The wallet is still locked by this transaction: restore it.
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

-- Reserves money of an available wallet: {outcome: held | replay | insufficient, ...}.
create function ledger_hold(
  p_id uuid, p_account int, p_currency text, p_amount numeric, p_key text, p_reference text,
  p_actor text, p_expires_at timestamptz, p_now timestamptz
) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_wallet int;
  v_available numeric;
begin
  select id into v_wallet from ledger_account
  where account_id = p_account and kind = 'wallet_available' and currency = p_currency and label = '';
  if not found then
    v_wallet := (ledger_open_accounts(
      p_account, array['wallet_available'], array[''], array[p_currency], p_now))[1];
  end if;
  select w.balance - w.held into v_available
  from wallet_balance w where w.ledger_account_id = v_wallet for update;
  if exists (select from wallet_hold where idempotency_key = p_key) then
    return '{"outcome":"replay"}';
  end if;
  if v_available < p_amount then
    return jsonb_build_object('outcome', 'insufficient', 'currency', p_currency,
      'required', p_amount::text, 'available', v_available::text);
  end if;
  insert into wallet_hold
    (id, ledger_account_id, amount, idempotency_key, reference, actor, expires_at, created_at)
  values (p_id, v_wallet, p_amount, p_key, p_reference, p_actor, p_expires_at, p_now)
  on conflict (idempotency_key) do nothing;
  if not found then
    return '{"outcome":"replay"}';
  end if;
  update wallet_balance set held = held + p_amount where ledger_account_id = v_wallet;
  return '{"outcome":"held"}';
end $$;

-- Releases an open hold. One that is already closed stays as it is.
create function ledger_release(p_hold uuid, p_now timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_wallet int;
  v_amount numeric;
begin
  select ledger_account_id into v_wallet from wallet_hold where id = p_hold;
  perform from wallet_balance where ledger_account_id = v_wallet for update;
  update wallet_hold set status = 'released', closed_at = greatest(p_now, created_at)
  where id = p_hold and status = 'open' returning amount into v_amount;
  if found then
    update wallet_balance set held = held - v_amount where ledger_account_id = v_wallet;
  end if;
end $$;

-- Appends to the chain after a position. False when another process is sealing or has just sealed.
create function ledger_seal(p_after bigint, p_journals uuid[], p_hashes bytea[], p_now timestamptz)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Held until the end of this transaction, which is this statement.
  if not pg_try_advisory_xact_lock(727005) then
    return false;
  end if;
  if p_after <> (select coalesce(max(position), 0) from journal_seal) then
    return false;
  end if;
  insert into journal_seal (position, journal_id, hash, sealed_at)
  select p_after + line, journal, hash, p_now
  from unnest(p_journals, p_hashes) with ordinality x(journal, hash, line);
  return true;
end $$;

-- Results of the scheduled checks of the ledger.
create table ledger_check (
  id uuid primary key,
  checked_at timestamptz not null,
  is_sound boolean not null,
  problems int not null
);
create index ledger_check_by_time on ledger_check (checked_at desc);

-- The app's role owns neither tables nor functions if the role that migrates can arrange that: a
-- superuser, or one that may create roles and owns the database. The app can then read, but write
-- only through the functions. Otherwise the triggers are the only protection. Roles belong to the whole
-- server, so each database has its own.
do $$
declare
  v_owner text := 'ledger_of_' || left(current_database(), 50);
  v_tables text[] := array['ledger_account', 'journal', 'posting', 'wallet_balance', 'wallet_hold', 'journal_seal'];
  v_table text;
  v_function regprocedure;
  v_grantee text;
  v_is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
begin
  begin
    execute format('create role %I nologin', v_owner);
  exception when duplicate_object then
    -- Left over from a dropped database of the same name.
    null;
  end;
  if not v_is_superuser then
    execute format('grant %I to %I', v_owner, current_user);
  end if;
  execute format('grant create on schema public to %I', v_owner);
  foreach v_table in array v_tables loop
    execute format('alter table %I owner to %I', v_table, v_owner);
    -- Whatever default privileges granted to others is reduced to reading.
    for v_grantee in
      select distinct case when acl.grantee = 0 then 'public' else quote_ident(acl.grantee::regrole::text) end
      from pg_class c, aclexplode(c.relacl) acl
      where c.oid = v_table::regclass and acl.grantee <> c.relowner
    loop
      execute format('revoke all on %I from %s', v_table, v_grantee);
      execute format('grant select on %I to %s', v_table, v_grantee);
    end loop;
    execute format('grant select on %I to %I', v_table, current_user);
  end loop;
  for v_function in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'ledger\_%'
  loop
    execute format('alter function %s owner to %I', v_function, v_owner);
    execute format('revoke execute on function %s from public', v_function);
    execute format('grant execute on function %s to %I', v_function, current_user);
  end loop;
  execute format('revoke create on schema public from %I', v_owner);
  if not v_is_superuser then
    execute format('revoke %I from %I', v_owner, current_user);
  end if;
exception when insufficient_privilege then
  raise notice 'The ledger''s tables stay with %, which may not create a role for them.', current_user;
end $$;
