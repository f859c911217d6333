-- Logins of a resource that its owner gives to others, each with its own password and limits.
create table proxy_sub_user (
  id uuid primary key,
  resource_id uuid not null references proxy_resource on delete cascade,
  name text not null,
  -- SHA-256; passwords are generated with too much entropy to be guessed.
  password_hash bytea not null unique,
  is_active boolean not null default true,
  -- Per calendar month in UTC; null for no limit.
  traffic_limit_bytes bigint check (traffic_limit_bytes > 0),
  requests_limit bigint check (requests_limit > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (resource_id, name)
);

-- Addresses whose clients may omit the password. No address belongs to two active sub-users.
create table proxy_sub_user_address (
  sub_user_id uuid not null references proxy_sub_user on delete cascade,
  range cidr not null,
  -- That of the sub-user.
  is_active boolean not null,
  primary key (sub_user_id, range),
  exclude using gist (range inet_ops with &&) where (is_active)
);

-- Where clients have logged in with the password. Only they may omit it later: otherwise a customer
-- could name addresses of others and serve their clients, which begin without a login.
create table proxy_sub_user_network (
  sub_user_id uuid not null references proxy_sub_user on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 address.
  network cidr not null,
  primary key (sub_user_id, network)
);
create index proxy_sub_user_network_by_network on proxy_sub_user_network (network);

alter table proxy_usage_breakdown
  -- Of `bytes`, those that went to the site; null where it was not counted yet.
  add column bytes_sent bigint;

-- kind `user` is a sub-user: its sums of the month are read for its limits.
create index proxy_usage_breakdown_by_user on proxy_usage_breakdown (label, hour)
  where kind = 'user';
