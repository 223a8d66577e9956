import type { Kysely, Transaction } from 'kysely';
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
  DiscountTables,
  OrderFigureTables,
  OrderLinkTables,
  OrderSearchTables,
  OrderTables,
  PaymentTables,
  ProofTables,
  SheetTables,
  UploadTables,
} from './tables/orders.ts';
import type {
  FirebaseTables,
  IdentityTables,
  PeopleTables,
  SecondFactorTables,
} from './tables/people.ts';

export type { AddressColumns, CropColumns, DeliveryColumns, Flag } from './tables/columns.ts';
export type { JobQueue, JobsTable } from './tables/operation.ts';
export type {
  DiscountCodesTable,
  OrderItemsTable,
  OrdersTable,
  PaymentsTable,
  ProofsTable,
  SheetsTable,
  TextColumns,
  UploadsTable,
} from './tables/orders.ts';
export type { IdentityUsersTable, PeopleTable, SavedAddressesTable } from './tables/people.ts';

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
  OrderLinkTables &
  OrderSearchTables &
  OrderTables &
  PaymentTables &
  PeopleTables &
  ProofTables &
  RateLimitTables &
  SecondFactorTables &
  SettingsTables &
  SheetTables &
  UploadTables;

/** A handle for statements outside transactions. */
export type Queries = Kysely<Schema>;
/** The handle inside a transaction, the only one in scope there. */
export type Tx = Transaction<Schema>;
