-- Files of inquiries. They are uploaded before the inquiry that names them.
create table lead_file (
  -- Random: who uploaded the file, and nobody else, knows it until the inquiry is sent.
  id uuid primary key,
  -- Null for a file without a lead, which is deleted after a day.
  lead_id int references lead on delete set null,
  -- Of the sender, until the inquiry is sent.
  network inet,
  name text not null,
  -- Detected from the bytes: what the sender claims is ignored.
  content_type text not null,
  size_bytes int not null,
  storage_key text not null unique,
  created_at timestamptz not null
);
create index lead_file_by_lead on lead_file (lead_id);
create index lead_file_unsent on lead_file (created_at) where lead_id is null;
