import type { Kysely, Transaction } from 'kysely';
import type { DiscountTables } from './tables/discounts.ts';
import type { FirebaseTables } from './tables/firebase.ts';
import type { IdentityTables } from './tables/identity.ts';
import type {
  AuditTables,
  BackupTables,
  GeocodingTables,
  JobTables,
  MailTables,
  RateLimitTables,
  SettingsTables,
} from './tables/operation.ts';
import type {
  OrderFigureTables,
  OrderSearchTables,
  OrderTables,
  ProofTables,
} from './tables/orders.ts';
import type { PeopleTables, SecondFactorTables } from './tables/people.ts';
import type { SheetTables } from './tables/sheets.ts';
import type { UploadTables } from './tables/uploads.ts';

export type { Flag } from './tables/column-types.ts';
export type { CropColumns } from './tables/crop.ts';
export type { AddressColumns, DeliveryColumns } from './tables/delivery.ts';
export type { DiscountCodesTable } from './tables/discounts.ts';
export type { IdentityUsersTable } from './tables/identity.ts';
export type { JobQueue, JobsTable } from './tables/operation.ts';
export type { OrderItemsTable, OrdersTable, ProofsTable } from './tables/orders.ts';
export type { PeopleTable, SavedAddressesTable } from './tables/people.ts';
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
