-- Makes and models of vehicles from public data sets, which the operator may import.
create table customs_vehicle_dataset (
  id int generated always as identity primary key,
  source text not null,
  title text not null,
  publisher text not null,
  licence text not null,
  url text not null,
  file_name text not null,
  file_date date not null,
  sha256 text not null,
  -- Lines that name a vehicle, and the models among them that were new.
  rows_count int not null default 0,
  models_count int not null default 0,
  problems_count int not null default 0,
  -- The first problems of reading the file: [{"line": 7, "message": "..."}].
  problems jsonb not null default '[]',
  created_at timestamptz not null,
  unique (source, sha256)
);

-- What the file does not say is null.
create table customs_vehicle_model (
  id int generated always as identity primary key,
  dataset_id int not null references customs_vehicle_dataset on delete cascade,
  source text not null,
  -- Of everything that distinguishes a model, so that each is stored once for a source.
  fingerprint text collate "C" not null,
  make text not null,
  model text not null,
  -- Make and model as they are compared: lower case, without accents and punctuation.
  make_key text collate "C" not null,
  model_key text collate "C" not null,
  -- The model year, or the year of registration: as the source counts.
  year smallint not null,
  powertrain text,
  engine_capacity_cc int check (engine_capacity_cc > 0),
  engine_capacity_is_rounded boolean not null,
  power_kw numeric check (power_kw > 0),
  battery_kwh numeric check (battery_kwh > 0),
  co2_g_km numeric check (co2_g_km >= 0),
  mpg numeric check (mpg > 0),
  fuel_l_100km numeric check (fuel_l_100km > 0),
  -- How CO2 and fuel use were measured.
  test_cycle text check (test_cycle in ('epa', 'wltp', 'nedc')),
  mass_kg int check (mass_kg > 0),
  body_class text,
  search tsvector not null,
  unique (source, fingerprint)
);
create index customs_vehicle_model_of_dataset on customs_vehicle_model (dataset_id);
create index customs_vehicle_model_order
  on customs_vehicle_model (make_key, model_key, year desc, id);
create index customs_vehicle_model_of_year
  on customs_vehicle_model (year, make_key, model_key, id);
create index customs_vehicle_model_search on customs_vehicle_model using gin (search);
