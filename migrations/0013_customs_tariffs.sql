-- Official customs tariffs as they were published: each import is a version, which is reviewed
-- before it is used.
create table customs_tariff (
  id int generated always as identity primary key,
  source text not null,
  -- A country, a customs union, or '*' for codes that are the same everywhere.
  jurisdiction text not null,
  title text not null,
  publisher text not null,
  licence text not null,
  url text not null,
  file_name text not null,
  file_date date not null,
  sha256 text not null,
  effective_from date not null,
  status text not null check (status in ('imported', 'published', 'superseded')),
  codes_count int not null default 0,
  -- How many measures of each kind the publication has.
  measures_by_kind jsonb not null default '{}',
  languages text[] not null default '{}',
  problems_count int not null default 0,
  -- The first problems of reading the file: [{"line": 7, "message": "..."}].
  problems jsonb not null default '[]',
  approved_by int references account,
  published_by int references account,
  created_at timestamptz not null,
  published_at timestamptz,
  unique (source, jurisdiction, sha256),
  constraint customs_tariff_two_people check (
    published_by is null or (approved_by is not null and approved_by <> published_by)
  )
);
create index customs_tariff_in_use on customs_tariff (jurisdiction, source) where status = 'published';

-- A status only moves forward, and what was published keeps its day and its file.
create function customs_check_tariff_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'imported' then
      return old;
    end if;
    raise exception 'a published tariff is never deleted';
  end if;
  if old.status <> 'imported' and (new.effective_from <> old.effective_from
    or new.sha256 <> old.sha256 or new.codes_count <> old.codes_count) then
    raise exception 'a published tariff never changes';
  end if;
  if (old.status = 'published' and new.status = 'imported')
    or (old.status = 'superseded' and new.status <> 'superseded') then
    raise exception 'a published tariff is never taken back';
  end if;
  return new;
end $$;
create trigger customs_tariff_forward before update or delete on customs_tariff
  for each row execute function customs_check_tariff_change();

-- Who did what with a version. Append-only.
create table customs_tariff_event (
  id int generated always as identity primary key,
  tariff_id int not null references customs_tariff on delete cascade,
  action text not null check (action in ('imported', 'approved', 'published', 'superseded')),
  -- Null: the operator on the command line, or the product itself.
  account_id int references account,
  note text not null default '',
  created_at timestamptz not null
);
create index customs_tariff_event_of_version on customs_tariff_event (tariff_id, id);
create trigger customs_tariff_event_append_only before update on customs_tariff_event
  for each row execute function customs_refuse_event_change();

create function customs_search_config(p_language text) returns regconfig
language sql immutable parallel safe as $$
  select case p_language
    when 'en' then 'english'::regconfig
    when 'ru' then 'russian'::regconfig
    when 'de' then 'german'::regconfig
    when 'fr' then 'french'::regconfig
    when 'es' then 'spanish'::regconfig
    when 'it' then 'italian'::regconfig
    when 'pt' then 'portuguese'::regconfig
    when 'nl' then 'dutch'::regconfig
    when 'sv' then 'swedish'::regconfig
    when 'da' then 'danish'::regconfig
    when 'fi' then 'finnish'::regconfig
    when 'hu' then 'hungarian'::regconfig
    when 'ro' then 'romanian'::regconfig
    when 'tr' then 'turkish'::regconfig
    else 'simple'::regconfig
  end
$$;

-- The words of a code in all its languages (A), of the codes above it (C), its international digits
-- as #85, #8517, #851713 (B), and its version as @7, so that one index lookup finds all of it.
create function customs_tariff_search(p_tariff int, p_code text, p_own jsonb, p_above jsonb)
returns tsvector language plpgsql immutable parallel safe as $$
declare
  v_search tsvector := format('''@%s'' ''#%s'':1B ''#%s'':1B ''#%s'':1B',
    p_tariff, left(p_code, 2), left(p_code, 4), left(p_code, 6))::tsvector;
  v_text record;
begin
  for v_text in select key, value from jsonb_each_text(p_own) loop
    v_search := v_search
      || setweight(to_tsvector(customs_search_config(v_text.key), v_text.value), 'A');
  end loop;
  for v_text in select key, value from jsonb_each_text(p_above) loop
    v_search := v_search
      || setweight(to_tsvector(customs_search_config(v_text.key), v_text.value), 'C');
  end loop;
  return v_search;
end $$;

create table customs_tariff_code (
  tariff_id int not null references customs_tariff on delete cascade,
  -- As published: digits only.
  code text collate "C" not null check (code ~ '^[0-9]{2,12}$'),
  parent text collate "C",
  position int not null,
  indent int not null,
  is_declarable boolean not null,
  -- By language.
  descriptions jsonb not null,
  units text[] not null,
  valid_from date,
  valid_to date,
  search tsvector not null,
  primary key (tariff_id, code)
);
create index customs_tariff_code_tree on customs_tariff_code (tariff_id, parent, position);
create index customs_tariff_code_order on customs_tariff_code (tariff_id, position);
create index customs_tariff_code_search on customs_tariff_code using gin (search);

create table customs_tariff_measure (
  tariff_id int not null references customs_tariff on delete cascade,
  position int not null,
  code text collate "C" not null,
  -- The code without the pairs of zeros at its end: the measure applies to all codes that begin so.
  applies_to text collate "C" not null,
  kind text not null check (kind in ('third_country', 'general', 'preference', 'quota',
    'suspension', 'anti_dumping', 'countervailing', 'additional', 'vat', 'excise')),
  origin text not null,
  excluded_origins text[] not null,
  programme text,
  additional_code text,
  quota_order_number text,
  duty jsonb not null,
  duty_text text not null,
  conditions text[] not null,
  season_from text,
  season_to text,
  valid_from date,
  valid_to date,
  legal_base text,
  primary key (tariff_id, position)
);
create index customs_tariff_measure_of_code on customs_tariff_measure (tariff_id, applies_to);

-- All words of all descriptions, and those of the synonyms, to correct what is mistyped.
create table customs_tariff_word (word text collate "C" primary key);
create index customs_tariff_word_similar on customs_tariff_word using gin (word gin_trgm_ops);
