-- The country of a customer is known before anything is charged, and never taken from the seller.

-- A company in the EU gives its VAT number or says that it has none. Until now the field was left
-- empty for that. The default is for processes of before, which go on during an update.
alter table billing_profile add column has_no_tax_number boolean not null default false;
update billing_profile set has_no_tax_number = true where kind = 'company' and tax_number = '';

-- Journals on revenue whose invoice or credit note waits, because the customer's country is unknown.
create table invoice_waiting (
  journal_id uuid primary key,
  -- No foreign key: like invoices, they outlive a login.
  account_id int not null,
  currency text not null,
  -- As posted to revenue: below zero for what was returned.
  amount numeric(38,18) not null,
  -- The time of the journal: the month in which it is compared with the ledger.
  booked_at timestamptz not null
);
create index invoice_waiting_by_account on invoice_waiting (account_id, booked_at);
create index invoice_waiting_by_booking on invoice_waiting (booked_at);

-- Invoices that rely on a VAT number about which VIES has not answered yet, and its answer.
create table invoice_number_check (
  invoice_id uuid primary key references invoice,
  tax_number text not null,
  answer text check (answer in ('registered', 'unknown')),
  answered_at timestamptz,
  -- The consultation number of VIES; empty without one.
  consultation text not null default '',
  check ((answer is null) = (answered_at is null))
);
create index invoice_number_check_open on invoice_number_check (tax_number)
  where answer is null;

-- What VIES says about our own number: it then confirms no number of a customer to us.
create table vies_refusal (
  is_only boolean primary key default true check (is_only),
  reason text not null,
  refused_at timestamptz not null
);
