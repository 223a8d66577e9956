create table uploads (
  id text not null primary key,
  mime_type text not null,
  bytes integer not null check (bytes > 0),
  stored_bytes integer not null default 0 check (stored_bytes >= 0),
  sha256 text,
  width integer not null,
  height integer not null,
  crop_x double precision,
  crop_y double precision,
  crop_diameter double precision,
  crop_rotation double precision,
  crop_background text,
  square_diameter double precision,
  created_at bigint not null,
  source text,
  claimed_at bigint,
  claimed_by text,
  removed_at bigint,
  -- `is true`: a check whose result is null would pass.
  constraint crop_limits check ((crop_x is null and crop_y is null and crop_diameter is null
      and crop_rotation is null and crop_background is null)
    or (crop_x between 0 and 1 and crop_y between 0 and 1
      and crop_diameter between 0.05 and 12 and crop_rotation between -180 and 180
      and (crop_background is null or length(crop_background) = 7)) is true)
);
create index uploads_waiting on uploads (created_at) where claimed_at is null;
create index uploads_ordered on uploads (claimed_at)
  where claimed_at is not null and removed_at is null;

create table file_hashes (
  file text not null,
  sha256 text not null,
  constraint file_hashes_key primary key (file, sha256)
);

create table upload_sums (
  source text not null,
  day text not null,
  bytes bigint not null check (bytes >= 0),
  constraint upload_sums_key primary key (source, day)
);

create table jobs (
  id text not null primary key,
  kind text not null,
  queue text not null default 'general',
  payload text not null,
  state text not null check (state in ('waiting', 'done', 'dead')),
  attempts integer not null check (attempts >= 0),
  deaths integer not null default 0 check (deaths >= 0),
  run_at bigint not null,
  lease text,
  last_error text,
  created_at bigint not null,
  done_at bigint,
  constraint jobs_emptied check (state <> 'done' or (payload = '' and done_at is not null))
);
create index jobs_waiting on jobs (queue, run_at, id) where state = 'waiting';
create index jobs_over on jobs (state, created_at) where state <> 'waiting';

create table health_checks (
  name text not null primary key,
  state text not null check (state in ('ok', 'warning', 'failed')),
  since bigint,
  text text not null,
  facts text not null,
  is_alerted integer not null check (is_alerted in (0, 1)),
  constraint health_checks_since check ((state = 'ok') = (since is null)),
  constraint health_checks_alerted check (state <> 'ok' or is_alerted = 0)
);

create table mail_counts (
  key text not null primary key,
  ends_at bigint not null,
  mails integer not null check (mails >= 0)
);
create index mail_counts_by_end on mail_counts (ends_at);

create table audit_log (
  id text not null primary key,
  at bigint not null,
  actor_uid text,
  entity text not null,
  entity_id text not null,
  action text not null,
  changes text not null,
  version integer,
  reason text
);
create index audit_log_entity on audit_log (entity, entity_id);
create index audit_log_feed on audit_log (entity, id);

create table sheets (
  id text not null primary key,
  state text not null,
  progress double precision not null check (progress between 0 and 1),
  pages integer not null,
  pins integer not null,
  missing text not null,
  blurred text not null,
  failure text,
  printed_before text not null,
  product_id text,
  product_name text,
  paper text not null,
  margin_mm double precision not null,
  gap_mm double precision not null,
  separation text not null,
  printer text,
  scale_x double precision not null,
  scale_y double precision not null,
  request_hash text unique,
  requested_by text not null,
  created_at bigint not null
);
create index sheets_by_age on sheets (created_at);

create table sheet_orders (
  sheet_id text not null references sheets (id) on delete cascade,
  position integer not null,
  order_id text not null,
  constraint sheet_orders_key primary key (sheet_id, position)
);

create table printers (
  name text not null primary key,
  scale_x double precision not null check (scale_x between 0.9 and 1.1),
  scale_y double precision not null check (scale_y between 0.9 and 1.1)
);

create table settings (
  group_name text not null,
  version integer not null,
  saved_values text,
  saved_at bigint not null,
  saved_by text not null,
  constraint settings_key primary key (group_name, version)
);

-- Steps before the opening that were done, and for what.
create table opening_marks (
  step text not null primary key,
  value text not null,
  marked_at bigint not null
);

create table backups (
  id text not null primary key,
  state text not null,
  under_way integer unique check (under_way = 1),
  progress double precision not null check (progress between 0 and 1),
  with_pictures integer not null check (with_pictures in (0, 1)),
  bytes bigint,
  failure text,
  requested_by text not null,
  created_at bigint not null,
  ended_at bigint
);

create table nightly_copies (
  day text not null primary key,
  begun_at bigint not null,
  ended_at bigint,
  bytes bigint,
  failure text check (failure in ('disk_full', 'unavailable', 'error')),
  trial_at bigint,
  trial_orders bigint,
  trial_failure text check (trial_failure in ('disk_full', 'unavailable', 'error'))
);

create table geocoded_cities (
  city text not null primary key,
  lat double precision,
  lng double precision,
  requested_at bigint not null,
  constraint geocoded_cities_point check ((lat is null) = (lng is null))
);

create table geocoder_turns (
  id integer not null primary key check (id = 1),
  next_at bigint not null
);
insert into geocoder_turns (id, next_at) values (1, 0);

-- The table that rate-limiter-flexible's PostgreSQL store requires.
create table rate_limits (
  key varchar(255) not null primary key,
  points integer not null default 0,
  expire bigint
);
