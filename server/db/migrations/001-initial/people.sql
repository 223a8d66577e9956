create table people (
  uid text not null primary key,
  email text not null,
  mailbox_key text not null,
  email_verified integer not null check (email_verified in (0, 1)),
  role text not null check (role in ('admin', 'user')),
  is_active integer not null check (is_active in (0, 1)),
  created_at bigint not null
);
create index people_email on people (email);
create index people_mailbox on people (mailbox_key);
create index people_newest on people (created_at, uid);

create table saved_addresses (
  uid text not null primary key references people (uid) on delete cascade,
  full_name text not null,
  phone text not null,
  email text,
  region text not null,
  city text not null,
  address text not null,
  lat double precision,
  lng double precision,
  last_used bigint not null
);

create table identity_users (
  id text not null primary key,
  name text not null,
  email text not null unique,
  email_verified integer not null check (email_verified in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);

create table identity_sessions (
  id text not null primary key,
  user_id text not null references identity_users (id) on delete cascade,
  token text not null unique,
  user_agent text,
  created_at bigint not null,
  expires_at bigint not null
);

create table identity_accounts (
  provider_id text not null,
  account_id text not null,
  user_id text not null references identity_users (id) on delete cascade,
  password text,
  created_at bigint not null,
  updated_at bigint not null,
  constraint identity_accounts_key primary key (provider_id, account_id)
);

create table identity_reset_links (
  token_hash text not null primary key,
  user_id text not null references identity_users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);

create table identity_used_links (
  id text not null primary key,
  expires_at bigint not null
);

create table identity_keys (
  id text not null primary key,
  public_key text not null,
  private_key text not null,
  alg text not null,
  secret_id text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index identity_sessions_user_id on identity_sessions (user_id);
create index identity_sessions_expires_at on identity_sessions (expires_at);
create index identity_accounts_user_id on identity_accounts (user_id);
create index identity_reset_links_user_id on identity_reset_links (user_id);
create index identity_reset_links_expires_at on identity_reset_links (expires_at);

create table firebase_accounts (
  uid text not null primary key,
  email text not null,
  email_verified integer not null check (email_verified in (0, 1)),
  is_proved integer not null check (is_proved in (0, 1)),
  providers text not null,
  token_issued_at bigint not null,
  ended_at bigint not null,
  removed_at bigint,
  created_at bigint not null
);
create index firebase_accounts_email on firebase_accounts (email);

create table firebase_sessions (
  uid text not null references firebase_accounts (uid) on delete cascade,
  began_at bigint not null,
  device text,
  ended_at bigint,
  constraint firebase_sessions_key primary key (uid, began_at)
);

create table second_factors (
  uid text not null primary key references people (uid) on delete cascade,
  sealed_secret text not null,
  last_step bigint not null,
  created_at bigint not null
);

create table second_factor_codes (
  uid text not null references second_factors (uid) on delete cascade,
  code_hash text not null,
  constraint second_factor_codes_key primary key (uid, code_hash)
);

create table second_factor_passes (
  uid text not null references second_factors (uid) on delete cascade,
  session text not null,
  browser_hash text not null,
  passed_at bigint not null,
  constraint second_factor_passes_key primary key (uid, session, browser_hash)
);
