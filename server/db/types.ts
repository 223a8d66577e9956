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
import type { OrderLinkTables, OrderSearchTables, OrderTables } from './tables/orders.ts';
import type {
  FirebaseTables,
  IdentityTables,
  PeopleTables,
  SecondFactorTables,
} from './tables/people.ts';
import type { DiscountTables, OrderFigureTables, PaymentTables } from './tables/sales.ts';
import type { ProofTables, SheetTables, UploadTables } from './tables/workshop.ts';

export type { AddressColumns, CropColumns, DeliveryColumns, Flag } from './tables/columns.ts';
export type { JobQueue, JobsTable } from './tables/operation.ts';
export type { OrderItemsTable, OrdersTable, TextColumns } from './tables/orders.ts';
export type { IdentityUsersTable, PeopleTable, SavedAddressesTable } from './tables/people.ts';
export type { DiscountCodesTable, PaymentsTable } from './tables/sales.ts';
export type { ProofsTable, SheetsTable, UploadsTable } from './tables/workshop.ts';

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
