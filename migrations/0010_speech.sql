-- Transcripts that their owner chose to store; the audio is never stored.
create table speech_transcript (
  id uuid primary key,
  account_id int not null references account (id) on delete cascade,
  title text not null,
  text text not null,
  language text,
  duration_ms int not null check (duration_ms >= 0),
  model text not null,
  segments jsonb not null,
  words jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index speech_transcript_list on speech_transcript (account_id, created_at desc, id desc);

-- Synthesized texts in the storage. The digest covers everything that affects the sound, and the
-- account, so that nobody can tell from a fast response what another account has synthesized. A row
-- outlives its account until the purge job has deleted the file.
create table speech_phrase (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  account_id int not null,
  metadata jsonb not null,
  used_at timestamptz not null,
  size_bytes int not null default 0 check (size_bytes >= 0)
);
create index speech_phrase_used on speech_phrase (used_at);
create index speech_phrase_account on speech_phrase (account_id);
