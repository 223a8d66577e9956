-- A table rather than a list in a check, which SQLite cannot change without a new `orders`.
create table order_statuses (status text not null primary key);
insert into order_statuses (status) values ('pending'), ('processing'), ('completed'), ('cancelled');

create table orders (
  id text not null primary key,
  created_at bigint not null,
  version integer not null,
  source text not null default 'web' check (source in ('web', 'panel')),
  deleted_at bigint,
  is_guest integer not null check (is_guest in (0, 1)),
  owner_kind text not null check (owner_kind in ('account', 'guest', 'detached', 'erased')),
  owner_uid text,
  user_email text,
  guest_email text,
  guest_mailbox_key text check ((guest_mailbox_key is null) = (guest_email is null)),
  buyer_verified integer not null default 0 check (buyer_verified in (0, 1)),
  is_returning integer not null default 0 check (is_returning in (0, 1)),
  links_ended integer not null default 0,
  terms_version text,
  promise_min_days integer not null,
  promise_max_days integer not null,
  transport_days integer not null default 0
    check (transport_days >= 0 and transport_days = cast(transport_days as bigint)),
  full_name text not null,
  phone text not null,
  email text,
  region text not null,
  city text not null,
  address text not null,
  lat double precision,
  lng double precision,
  notes text,
  needed_by text,
  way text not null,
  branch_courier text,
  branch text,
  pay_shipping text not null,
  buyer_notes text,
  internal_notes text,
  pins integer not null,
  images_total bigint not null,
  discount_code text,
  discount_amount bigint not null
    check (discount_amount >= 0 and discount_amount = cast(discount_amount as bigint)),
  charges_total bigint not null default 0 check (charges_total = cast(charges_total as bigint)),
  shipping_cost integer not null
    check (shipping_cost >= 0 and shipping_cost = cast(shipping_cost as bigint)),
  total_amount bigint not null check (total_amount >= 0),
  agreed_total bigint check (agreed_total >= 0),
  pay_by text,
  -- Its reminders to pay count from here.
  complete_since bigint not null,
  status_set text not null default 'pending' references order_statuses (status),
  status_set_at bigint not null default 0,
  cancel_requested_at bigint,
  -- Derived from the rest of the order and its parts, for lists and indexes.
  status text not null references order_statuses (status),
  waits_for text,
  started_at bigint,
  paid_on text,
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  refunded_amount bigint not null default 0
    check (refunded_amount between 0 and paid_amount),
  due_on text,
  arrives_by text,
  leave_by text check (leave_by is null or needed_by is not null),
  has_document integer not null default 0 check (has_document in (0, 1)),
  constraint orders_owner check (owner_kind = 'detached'
    or (owner_uid is not null) = (owner_kind = 'account')),
  -- That items and charges add up to their sums is checked by each dialect's trigger.
  constraint orders_figures check (pins >= 0 and (pins > 0 or source = 'panel')
    and total_amount = coalesce(agreed_total, total_amount)
    and discount_amount <= images_total
    and total_amount = images_total - discount_amount + charges_total + shipping_cost)
);
create index orders_of_account on orders (owner_uid, created_at) where owner_uid is not null;
create index orders_of_guest on orders (guest_email, created_at) where guest_email is not null;
create index orders_newest on orders (created_at, id, is_guest) where deleted_at is null;
create index orders_by_status on orders (status, created_at, id, is_guest)
  where deleted_at is null;
create index orders_in_bin on orders (deleted_at, id) where deleted_at is not null;
-- In the board's order, with the columns of its counts; without completed orders.
create index orders_in_workshop on orders
  ((case when leave_by < coalesce(due_on, '9999-12-31') then leave_by
    else coalesce(due_on, '9999-12-31') end), created_at, id, waits_for, pins)
  where waits_for is not null;
-- For the owner's list of today: few of the open orders.
create index orders_asked_to_cancel on orders (cancel_requested_at, id)
  where cancel_requested_at is not null and waits_for is not null;
create index orders_incomplete on orders (created_at, id)
  where pins = 0 and waits_for is not null;
-- For the list of boletas.
create index orders_paid on orders (paid_on, id) where paid_on is not null;
create index orders_without_document on orders (created_at, id)
  where paid_on is not null and has_document = 0 and deleted_at is null;
create index orders_with_code on orders (discount_code, guest_mailbox_key)
  where discount_code is not null;

create table order_items (
  order_id text not null,
  position integer not null,
  upload_id text not null references uploads (id),
  original_name text not null,
  notes text,
  changed_at bigint,
  quantity integer not null
    check (quantity between 1 and 9999 and quantity = cast(quantity as integer)),
  unit_price integer not null check (unit_price >= 0 and unit_price = cast(unit_price as bigint)),
  product_id text not null,
  product_name text not null,
  finish_id text,
  finish_name text check ((finish_name is null) = (finish_id is null)),
  products_version integer not null default 0,
  default_product_version integer not null default 0,
  crop_x double precision,
  crop_y double precision,
  crop_diameter double precision,
  crop_rotation double precision,
  crop_background text,
  face_mm double precision not null,
  cut_mm double precision not null,
  safe_mm double precision not null,
  text_value text,
  text_font text,
  text_path text,
  text_colour text,
  text_outline text,
  text_place text check (text_place in ('top', 'middle', 'bottom')),
  text_size text check (text_size in ('small', 'medium', 'large')),
  constraint crop_limits check ((crop_x is null and crop_y is null and crop_diameter is null
      and crop_rotation is null and crop_background is null)
    or (crop_x between 0 and 1 and crop_y between 0 and 1
      and crop_diameter between 0.05 and 12 and crop_rotation between -180 and 180
      and (crop_background is null or length(crop_background) = 7)) is true),
  constraint order_items_text check ((text_font is null) = (text_value is null)
    and (text_path is null) = (text_value is null)
    and (text_colour is null) = (text_value is null)
    and (coalesce(text_outline, text_place, text_size) is null or text_value is not null)),
  constraint order_items_press check (safe_mm > 0 and safe_mm < face_mm and face_mm < cut_mm),
  constraint order_items_key primary key (order_id, position),
  -- Deferred: an order is written after its items, so that it can be checked against them.
  constraint order_items_order foreign key (order_id) references orders (id)
    on delete cascade deferrable initially deferred
);
create index order_items_upload on order_items (upload_id);

create table replaced_pictures (
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  replaced_at bigint not null,
  upload_id text not null references uploads (id),
  original_name text not null,
  crop_x double precision,
  crop_y double precision,
  crop_diameter double precision,
  crop_rotation double precision,
  crop_background text,
  constraint crop_limits check ((crop_x is null and crop_y is null and crop_diameter is null
      and crop_rotation is null and crop_background is null)
    or (crop_x between 0 and 1 and crop_y between 0 and 1
      and crop_diameter between 0.05 and 12 and crop_rotation between -180 and 180
      and (crop_background is null or length(crop_background) = 7)) is true),
  constraint replaced_pictures_key primary key (order_id, position, replaced_at)
);
create index replaced_pictures_upload on replaced_pictures (upload_id);

create table order_charges (
  order_id text not null,
  position integer not null,
  kind text not null,
  label text not null,
  amount bigint not null check (amount = cast(amount as bigint)),
  constraint order_charges_key primary key (order_id, position),
  -- Deferred, as with the items.
  constraint order_charges_order foreign key (order_id) references orders (id)
    on delete cascade deferrable initially deferred
);

create table order_payments (
  id text not null primary key,
  order_id text not null references orders (id) on delete cascade,
  amount bigint not null check (amount >= 0 and amount = cast(amount as bigint)),
  paid_on text not null,
  how text not null,
  attempt_id text,
  noted_by text,
  noted_at bigint not null,
  removed_at bigint,
  told_by_job text
);
create index order_payments_of_order on order_payments (order_id, noted_at, id);
-- For the count of payers.
create index order_payments_by_day on order_payments (paid_on, how, order_id)
  where removed_at is null;

create table payment_reminders (
  order_id text not null references orders (id) on delete cascade,
  number integer not null default 1,
  reminded_on text not null,
  constraint payment_reminders_key primary key (order_id, number)
);

create table order_receipts (
  order_id text not null references orders (id) on delete cascade,
  n integer not null,
  received_at bigint not null,
  -- Null: removed, because a later one replaced it.
  file text,
  type text not null,
  bytes integer not null,
  constraint order_receipts_key primary key (order_id, n)
);

create table order_documents (
  order_id text not null references orders (id) on delete cascade,
  n integer not null,
  kind text not null default 'boleta',
  number text not null,
  issued_on text not null,
  file text,
  bytes integer check ((bytes is null) = (file is null)),
  noted_at bigint not null,
  removed_at bigint,
  told_by_job text,
  constraint order_documents_key primary key (order_id, n)
);

create table order_deposits (
  order_id text not null primary key references orders (id) on delete cascade,
  percent integer not null check (percent between 1 and 99),
  from_total bigint not null check (from_total >= 0),
  -- Derived: of the order's total.
  amount bigint check (amount > 0),
  complete_on text
);

create table order_quotes (
  order_id text not null primary key references orders (id) on delete cascade,
  valid_until text not null,
  accepted_at bigint,
  quoted text not null
);
create index order_quotes_open on order_quotes (order_id) where accepted_at is null;

create table order_picture_requests (
  order_id text not null primary key references orders (id) on delete cascade,
  requested_at bigint,
  replaced_at bigint
);

create table order_invoices (
  order_id text not null primary key references orders (id) on delete cascade,
  rut text not null,
  name text not null,
  giro text not null,
  address text not null
);

create table order_complaints (
  order_id text not null references orders (id) on delete cascade,
  n integer not null,
  made_at bigint not null,
  words text,
  file text,
  closed_at bigint,
  answer text,
  constraint order_complaints_key primary key (order_id, n)
);
create index order_complaints_open on order_complaints (made_at, order_id) where closed_at is null;

create table order_complaint_items (
  order_id text not null,
  n integer not null,
  position integer not null,
  constraint order_complaint_items_key primary key (order_id, n, position),
  constraint order_complaint_items_complaint foreign key (order_id, n)
    references order_complaints (order_id, n) on delete cascade
);

create table order_cancel_requests (
  order_id text not null references orders (id) on delete cascade,
  n integer not null,
  requested_at bigint not null,
  words text,
  constraint order_cancel_requests_key primary key (order_id, n)
);

create table order_change_requests (
  order_id text not null references orders (id) on delete cascade,
  n integer not null,
  made_at bigint not null,
  words text,
  closed_at bigint,
  is_accepted integer check (is_accepted in (0, 1)),
  answer text,
  constraint order_change_requests_key primary key (order_id, n)
);
create index order_change_requests_open on order_change_requests (made_at, order_id)
  where closed_at is null;

create table order_change_pictures (
  order_id text not null,
  n integer not null,
  position integer not null,
  upload_id text not null references uploads (id),
  original_name text not null,
  notes text,
  pins text not null,
  constraint order_change_pictures_key primary key (order_id, n, position),
  constraint order_change_pictures_request foreign key (order_id, n)
    references order_change_requests (order_id, n) on delete cascade
);
create index order_change_pictures_upload on order_change_pictures (upload_id);

create table buyer_notes (
  order_id text not null primary key references orders (id) on delete cascade,
  notes text not null,
  noted_at bigint not null
);

-- The first production of an order, from its first mark on, and each reprint.
create table production_rounds (
  order_id text not null references orders (id) on delete cascade,
  n integer not null,
  started_at bigint,
  reason text,
  was_printed integer not null default 0 check (was_printed in (0, 1)),
  printed_at bigint,
  printed_by text,
  packed_at bigint,
  packed_by text,
  dispatched_at bigint,
  dispatched_by text,
  courier text,
  tracking_number text,
  constraint production_rounds_first check ((n = 0) = (started_at is null)),
  constraint production_rounds_key primary key (order_id, n)
);
create index production_rounds_open on production_rounds (started_at, order_id)
  where n > 0 and dispatched_at is null;
create index production_rounds_started on production_rounds (started_at)
  where started_at is not null;

create table production_round_items (
  order_id text not null,
  n integer not null,
  position integer not null,
  quantity integer not null check (quantity between 1 and 9999),
  constraint production_round_items_key primary key (order_id, n, position),
  constraint production_round_items_round foreign key (order_id, n)
    references production_rounds (order_id, n) on delete cascade
);

create table order_refunds (
  id text not null primary key,
  order_id text not null references orders (id) on delete cascade,
  amount bigint not null check (amount > 0 and amount = cast(amount as bigint)),
  reason text not null,
  due_on text,
  done_on text check (done_on is not null or due_on is not null),
  how text check ((how is null) = (done_on is null)),
  created_at bigint not null
);
create index order_refunds_of_order on order_refunds (order_id, created_at, id);
-- An order has one open refund of each cause.
create unique index order_refunds_open on order_refunds (order_id, reason) where done_on is null;
create index order_refunds_due on order_refunds (due_on, order_id) where done_on is null;

-- The press sheets that an order was on; they outlive the sheets.
create table order_sheets (
  order_id text not null references orders (id) on delete cascade,
  sheet_id text not null,
  requested_at bigint not null,
  -- The only product on it; null: all pins.
  product_id text,
  is_cancelled integer not null default 0 check (is_cancelled in (0, 1)),
  constraint order_sheets_key primary key (order_id, sheet_id)
);
create index order_sheets_of_sheet on order_sheets (sheet_id);

create table idempotency_keys (
  key text not null primary key,
  request_hash text not null,
  order_id text not null unique,
  -- Deferred: the key is inserted before its order.
  constraint idempotency_keys_order foreign key (order_id) references orders (id)
    on delete cascade deferrable initially deferred
);

create table order_statistics (
  day text not null,
  region text not null,
  city text not null,
  status text not null,
  orders integer not null,
  guest_orders integer not null,
  returning_orders integer not null,
  paid_orders integer not null,
  pins bigint not null,
  revenue bigint not null,
  paid_revenue bigint not null,
  refunded bigint not null,
  -- The rows of regions, which have no city, lie together.
  constraint order_statistics_key primary key (city, day, region, status)
);
create index order_statistics_day on order_statistics (day);

create table pin_statistics (
  day text not null,
  region text not null,
  product_id text not null,
  product_name text not null,
  finish_id text,
  finish_name text,
  pins bigint not null,
  revenue bigint not null
);
create index pin_statistics_day on pin_statistics (day);

create table stale_statistics (day text not null primary key);

-- A table rather than a list in a check, as with the orders' statuses.
create table discount_types (type text not null primary key);
insert into discount_types (type) values ('percentage'), ('fixed'), ('free_shipping');

create table discount_codes (
  code text not null primary key,
  name text not null,
  type text not null references discount_types (type),
  value_hundredths bigint not null,
  multiple_use integer not null check (multiple_use in (0, 1)),
  max_uses integer check (max_uses >= 1),
  once_per_buyer integer not null default 0 check (once_per_buyer in (0, 1)),
  min_order_total bigint check (min_order_total >= 1),
  products text,
  current_uses integer not null,
  revenue bigint not null default 0 check (revenue >= 0),
  is_active integer not null check (is_active in (0, 1)),
  starts_at bigint,
  expires_at bigint,
  created_at bigint not null,
  -- A later type has its own rule.
  constraint discount_codes_value check (case type
    when 'percentage' then value_hundredths between 100 and 10000
    when 'fixed' then value_hundredths >= 100
    else value_hundredths >= 0 end),
  constraint discount_codes_uses check (current_uses between 0 and
    case when multiple_use = 0 then 1 else coalesce(max_uses, current_uses) end)
);

create table discount_redemptions (
  order_id text not null primary key references orders (id) on delete cascade,
  code text not null references discount_codes (code),
  total_amount bigint not null
    check (total_amount >= 0 and total_amount = cast(total_amount as bigint))
);
-- With the order: finds a buyer's uses however many others there are.
create index discount_redemptions_code on discount_redemptions (code, order_id);

create table proofs (
  id text not null primary key,
  order_id text not null references orders (id) on delete cascade,
  state text not null,
  -- Of this state.
  state_at bigint not null,
  created_at bigint not null,
  sent_at bigint,
  reminded_at bigint,
  answered_at bigint,
  words text,
  pins text not null,
  hash text not null
);
create index proofs_of_order on proofs (order_id, id);
-- An order has one current proof.
create unique index proofs_latest on proofs (order_id) where state <> 'replaced';
create index proofs_answered on proofs (state, state_at, order_id)
  where state in ('changes', 'approved');
create index proofs_to_remind on proofs (sent_at) where state = 'open' and reminded_at is null;

create table order_links (
  hash text not null primary key,
  order_id text not null references orders (id) on delete cascade,
  purpose text not null,
  created_at bigint not null,
  expires_at bigint not null,
  details text not null,
  constraint order_links_purpose unique (order_id, purpose)
);

-- Without a reference to the order, which they outlive.
create table payments (
  id text not null primary key,
  order_id text not null,
  reference text not null,
  provider text not null,
  token text,
  redirect_url text,
  links_ended integer not null,
  provider_id text,
  state text not null,
  amount bigint not null check (amount >= 0 and amount = cast(amount as bigint)),
  refunded bigint not null check (refunded >= 0 and refunded = cast(refunded as bigint)),
  refunding bigint not null check (refunding >= 0 and refunding = cast(refunding as bigint)),
  refund_key text,
  refund_reason text,
  refunding_since bigint,
  claimed_at bigint,
  reading_job text,
  method text,
  authorization_code text,
  fee bigint,
  is_superseded integer not null check (is_superseded in (0, 1)),
  paid_order integer not null check (paid_order in (0, 1)),
  number integer not null,
  created_at bigint not null,
  paid_at bigint,
  constraint payments_refunded check (refunded + refunding <= amount),
  constraint payments_token unique (provider, token),
  constraint payments_provider_id unique (provider, provider_id)
);
create index payments_of_order on payments (order_id, created_at, id);
create index payments_by_day on payments (coalesce(paid_at, created_at), id);
-- Money that no order counts.
create index payments_stray on payments (paid_at, id)
  where paid_order = 0 and state in ('paid', 'refunding');
-- What an order asks for is paid by one.
create unique index payments_paid_order on payments (order_id, number) where paid_order = 1;

create table stray_payments (
  id text not null primary key,
  provider text not null,
  provider_id text not null,
  order_id text,
  amount bigint not null check (amount >= 0 and amount = cast(amount as bigint)),
  refunded bigint not null check (refunded >= 0 and refunded = cast(refunded as bigint)),
  currency text not null,
  created_at bigint not null,
  constraint stray_payments_provider_id unique (provider, provider_id)
);

create table handled_payments (
  id text not null primary key,
  handled_by text not null,
  handled_at bigint not null
);

-- Lists of the bank's movements that were read.
create table statements (
  id text not null primary key,
  read_at bigint not null,
  read_by text not null,
  from_day text not null,
  to_day text not null
);
create index statements_read on statements (read_at);

create table statement_rows (
  statement_id text not null references statements (id) on delete cascade,
  n integer not null,
  movement text not null,
  constraint statement_rows_key primary key (statement_id, n)
);

-- Credits of the bank's lists, each once.
create table movements (
  hash text not null primary key,
  day text not null,
  amount bigint not null check (amount > 0),
  payer text,
  seen_at bigint not null,
  used_at bigint
);
create index movements_by_day on movements (day, payer);

-- Which movement a payment was noted from.
create table movement_payments (
  payment_id text not null primary key,
  movement text not null
);
create index movement_payments_of_movement on movement_payments (movement);

-- Corrections of the columns of lists, by what is in their columns.
create table statement_layouts (
  key text not null primary key,
  columns text not null,
  saved_at bigint not null
);

create table payment_notices (
  signature text not null primary key,
  received_at bigint not null
);
create index payment_notices_time on payment_notices (received_at);

create table payment_keys (
  key text not null primary key,
  payment_id text not null references payments (id) on delete cascade
);
