-- Invoices and credit notes. What was issued is never changed or deleted: a trigger prevents it.

-- Whom invoices of an account are made out to. Deleted with the login; invoices keep a copy.
create table billing_profile (
  account_id int primary key references account on delete cascade,
  kind text not null check (kind in ('person', 'company')),
  name text not null,
  line1 text not null,
  line2 text not null default '',
  postal_code text not null default '',
  city text not null,
  region text not null default '',
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- In its one form, such as DE136695976; empty without one.
  tax_number text not null default '',
  -- `format`: its check digits are right, and nobody was asked. The others are answers of VIES;
  -- `unconfirmed` waits for one.
  tax_number_status text not null
    check (tax_number_status in ('none', 'format', 'unconfirmed', 'registered', 'unknown')),
  tax_checked_at timestamptz,
  -- The consultation number of VIES, which proves that we asked; empty without one.
  tax_consultation text not null default '',
  email text not null,
  reference text not null default '',
  mails_invoices boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((tax_number = '') = (tax_number_status = 'none'))
);
-- For the job that asks VIES again.
create index billing_profile_unconfirmed on billing_profile (updated_at)
  where tax_number_status = 'unconfirmed';

-- The last number of a series, such as INV-2026. Its row is locked until the invoice is committed.
create table invoice_series (
  series text primary key,
  last int not null check (last >= 1)
);

create table invoice (
  id uuid primary key,
  number text collate "C" not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- No foreign key: invoices outlive a login.
  account_id int not null,
  -- The journal that it documents. Null for a credit note and an invoice that replace an invoice
  -- with one made out differently: no money moved.
  journal_id uuid,
  -- The journal of the charge that it is about.
  charge_id uuid not null,
  -- The invoice that a credit note takes back, in whole or part.
  credits_id uuid references invoice,
  -- The invoice in whose place it was issued.
  replaces_id uuid references invoice,
  issued_at timestamptz not null,
  -- Of the journal, and otherwise of its issue: the month in which it is compared with the ledger.
  booked_at timestamptz not null,
  currency text not null,
  -- Above zero, for credit notes too.
  net numeric(38,18) not null,
  tax numeric(38,18) not null,
  gross numeric(38,18) not null check (gross > 0),
  customer_name text not null,
  customer_country text not null,
  -- Everything that is printed: seller, customer, lines, taxes, notes.
  content jsonb not null,
  check (net + tax = gross),
  check ((kind = 'credit_note') = (credits_id is not null)),
  check (kind = 'invoice' or replaces_id is null),
  check (journal_id is null or kind = 'credit_note' or journal_id = charge_id)
);
-- A journal has one invoice or credit note, however often it is issued.
create unique index invoice_by_journal on invoice (journal_id) where journal_id is not null;
create unique index invoice_replaced_once on invoice (replaces_id) where replaces_id is not null;
create index invoice_by_charge on invoice (charge_id, issued_at, id);
create index invoice_credits on invoice (credits_id) where credits_id is not null;
create index invoice_by_account on invoice (account_id, issued_at desc, id desc);
create index invoice_by_time on invoice (issued_at desc, id desc);
create index invoice_by_booking on invoice (booked_at);

create function invoice_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice is never changed or deleted'
    using errcode = 'restrict_violation';
end $$;
create trigger invoice_stays before update or delete on invoice
  for each row execute function invoice_refuse_change();
create trigger invoice_is_not_emptied before truncate on invoice
  for each statement execute function invoice_refuse_change();

-- Results of the nightly comparison with the ledger.
create table invoice_check (
  id uuid primary key,
  checked_at timestamptz not null,
  -- What differs, each in a sentence; an empty list is a match.
  differences jsonb not null
);
create index invoice_check_by_time on invoice_check (checked_at desc);

-- Up to when charges have been looked through for missing invoices.
create table invoice_progress (
  is_only boolean primary key default true check (is_only),
  seen_until timestamptz not null
);

-- A credit returns what a charge took, in whole or part. Staff propose and approve it like an
-- adjustment.
alter table adjustment
  add column charge_id uuid,
  drop constraint adjustment_kind_check,
  add constraint adjustment_kind_check
    check (kind in ('adjustment', 'refund', 'complete', 'credit')),
  drop constraint adjustment_check1,
  add constraint adjustment_of_payment_check
    check ((kind in ('refund', 'complete')) = (payment_id is not null)),
  add constraint adjustment_of_charge_check check ((kind = 'credit') = (charge_id is not null));
-- One open proposal per charge.
create unique index adjustment_of_charge on adjustment (charge_id) where status = 'proposed';
create index adjustment_by_charge on adjustment (charge_id) where charge_id is not null;
