-- Inquiries from the contact form.
create table lead (
  id int generated always as identity primary key,
  account_id int references account on delete set null,
  name text not null,
  email text not null,
  is_company boolean not null default false,
  company text not null default '',
  company_site text not null default '',
  contact_type text not null default 'email'
    check (contact_type in ('email', 'whatsapp', 'telegram', 'phone', 'other')),
  contact_value text not null default '',
  subject text not null default '',
  message text not null,
  message_hash bytea not null,
  site_url text not null default '',
  extra jsonb not null default '{}',
  status text not null default 'new'
    check (status in ('new', 'contacted', 'qualified', 'converted', 'rejected')),
  is_spam boolean not null default false,
  spam_reason text not null default '',
  assigned_to int references account on delete set null,
  admin_notes text not null default '',
  duplicate_of int references lead on delete set null,
  ip inet,
  user_agent text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When sales replied: the contact page promises a reply within 24 hours.
  replied_at timestamptz,
  -- Staff are reminded once of an overdue reply.
  reminded_at timestamptz,
  deleted_at timestamptz,
  -- Split at punctuation, so that part of an address or a host name is found as well.
  search_vector tsvector generated always as (to_tsvector('simple', translate(
    name || ' ' || email || ' ' || company || ' ' || subject || ' ' || message,
    '@.:/_+-&=?#', '           '
  ))) stored
);
create index lead_by_created on lead (created_at desc, id desc) where deleted_at is null;
create index lead_by_status on lead (status, created_at desc, id desc) where deleted_at is null;
create index lead_by_email on lead (email, created_at desc);
create index lead_by_ip on lead (ip, created_at desc);
create index lead_by_account on lead (account_id, created_at desc);
create index lead_by_duplicate on lead (duplicate_of) where duplicate_of is not null;
create index lead_awaiting_reply on lead (created_at)
  where replied_at is null and not is_spam and deleted_at is null;
create index lead_search on lead using gin (search_vector) where deleted_at is null;
create index lead_by_status_desc on lead (status desc, created_at desc, id desc)
  where deleted_at is null;
create index lead_by_assignee on lead (assigned_to, created_at desc, id desc)
  where deleted_at is null;

-- Replies by sales: each is mailed to the sender.
create table lead_reply (
  id uuid primary key,
  lead_id int not null references lead on delete cascade,
  account_id int references account on delete set null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index lead_reply_by_lead on lead_reply (lead_id, created_at);
