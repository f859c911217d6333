-- Long recordings that are transcribed in the background.
create table speech_transcription_job (
  -- Also the id under which the plan's seconds are reserved and counted.
  id uuid primary key,
  -- A row outlives its account until its files are deleted.
  account_id int not null,
  -- Null: created in the browser.
  api_key_id uuid,
  file_name text not null,
  size_bytes int not null check (size_bytes > 0),
  options jsonb not null,
  engine text not null,
  status text not null
    check (status in ('uploading', 'queued', 'running', 'complete', 'failed', 'cancelled')),
  error text check (error in ('undecodable_audio', 'audio_too_long', 'quota_exceeded',
    'subscription_required', 'provider_unavailable', 'error')),
  uploaded_parts int[] not null default '{}',
  -- Of the decoded recording; null until it is decoded.
  seconds double precision check (seconds >= 0),
  seconds_done double precision not null default 0,
  -- The language of the first words that were recognized.
  language text,
  transcript_id uuid references speech_transcript (id) on delete set null,
  has_files boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz,
  deleted_at timestamptz,
  check ((status in ('uploading', 'queued', 'running')) = (finished_at is null)),
  check ((status = 'failed') = (error is not null))
);
create index speech_transcription_job_list
  on speech_transcription_job (account_id, created_at desc, id desc);
create index speech_transcription_job_unfinished on speech_transcription_job (status, updated_at)
  where finished_at is null;
create index speech_transcription_job_finished on speech_transcription_job (finished_at)
  where finished_at is not null;
create index speech_transcription_job_transcript on speech_transcription_job (transcript_id)
  where transcript_id is not null;

-- A part of the decoded recording, cut at a pause.
create table speech_transcription_piece (
  job_id uuid not null references speech_transcription_job (id) on delete cascade,
  number int not null,
  start_seconds double precision not null,
  seconds double precision not null,
  -- Null until it is recognized.
  transcript jsonb,
  primary key (job_id, number)
);
