import type { Kysely, Transaction } from 'kysely';
import type { AuditTables } from './tables/audit.ts';
import type { BackupTables } from './tables/backups.ts';
import type { DiscountTables } from './tables/discounts.ts';
import type { FirebaseTables } from './tables/firebase.ts';
import type { GeocodingTables } from './tables/geocoding.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { JobTables } from './tables/jobs.ts';
import type { MailTables } from './tables/mail.ts';
import type { OrderFigureTables } from './tables/order-figures.ts';
import type { OrderSearchTables } from './tables/order-search.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ProofTables } from './tables/proofs.ts';
import type { RateLimitTables } from './tables/rate-limits.ts';
import type { SecondFactorTables } from './tables/second-factors.ts';
import type { SettingsTables } from './tables/settings.ts';
import type { SheetTables } from './tables/sheets.ts';
import type { UploadTables } from './tables/uploads.ts';

export type { Flag } from './tables/column-types.ts';
export type { CropColumns } from './tables/crop.ts';
export type { AddressColumns, DeliveryColumns } from './tables/delivery.ts';
export type { DiscountCodesTable } from './tables/discounts.ts';
export type { IdentityUsersTable } from './tables/identity.ts';
export type { JobQueue, JobsTable } from './tables/jobs.ts';
export type { OrderItemsTable, OrdersTable } from './tables/orders.ts';
export type { PeopleTable, SavedAddressesTable } from './tables/people.ts';
export type { ProofsTable } from './tables/proofs.ts';
export type { SheetsTable } from './tables/sheets.ts';
export type { UploadsTable } from './tables/uploads.ts';

/** Every table, by feature; `schema.test.ts` compares them with both databases. */
export type Schema = AuditTables &
  BackupTables &
  DiscountTables &
  FirebaseTables &
  GeocodingTables &
  IdentityTables &
  JobTables &
  MailTables &
  OrderFigureTables &
  OrderSearchTables &
  OrderTables &
  PeopleTables &
  ProofTables &
  RateLimitTables &
  SecondFactorTables &
  SettingsTables &
  SheetTables &
  UploadTables;

/** A handle for statements that stand alone. */
export type Queries = Kysely<Schema>;
/** The handle inside a transaction, the only one in scope there. */
export type Tx = Transaction<Schema>;
