-- Transcripts that their owner asked to keep; the audio never is.
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

-- Which spoken texts are in the storage. The digest is over everything that changes the sound, and
-- the account: nobody learns from a quick answer what another had spoken. A row outlives its
-- account until the job that removes the file has seen it.
create table speech_phrase (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  account_id int not null,
  facts jsonb not null,
  used_at timestamptz not null,
  size_bytes int not null default 0 check (size_bytes >= 0)
);
create index speech_phrase_used on speech_phrase (used_at);
create index speech_phrase_account on speech_phrase (account_id);
