-- Live captions: speech from a microphone, transcribed part by part.
create table speech_captions (
  id uuid primary key,
  account_id int not null references account (id) on delete cascade,
  -- Null: created in the browser.
  api_key_id uuid,
  title text not null,
  options jsonb not null,
  engine text not null,
  -- Of all parts, at 16 kHz. A whole number, so that seconds are not rounded part by part.
  samples int not null default 0 check (samples >= 0),
  -- The language of the first words that were recognized.
  language text,
  transcript_id uuid references speech_transcript (id) on delete set null,
  created_at timestamptz not null,
  -- When the last part arrived.
  updated_at timestamptz not null,
  finished_at timestamptz
);
create index speech_captions_account on speech_captions (account_id, updated_at);
create index speech_captions_open on speech_captions (updated_at) where finished_at is null;
create index speech_captions_finished on speech_captions (finished_at)
  where finished_at is not null;
create index speech_captions_transcript on speech_captions (transcript_id)
  where transcript_id is not null;

-- Until the captions are finished; then the parts are joined into a transcript.
create table speech_captions_part (
  captions_id uuid not null references speech_captions (id) on delete cascade,
  number int not null check (number > 0),
  start_seconds double precision not null check (start_seconds >= 0),
  samples int not null check (samples > 0),
  -- What was counted for the plan.
  counted_ms int not null check (counted_ms >= 0),
  -- Its times begin with the part.
  transcript jsonb not null,
  primary key (captions_id, number)
);
