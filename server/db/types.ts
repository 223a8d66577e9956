import type { Kysely, Transaction } from 'kysely';
import type { OperationTables } from './tables/operation.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PartTables } from './tables/parts.ts';
import type { PeopleTables } from './tables/people.ts';
import type { SalesTables } from './tables/sales.ts';
import type { WorkshopTables } from './tables/workshop.ts';

export type { AddressColumns, CropColumns, DeliveryColumns, Flag } from './tables/columns.ts';
export type { JobQueue } from './tables/operation.ts';
export type { TextColumns } from './tables/orders.ts';

/** Every table; `schema.test.ts` compares them with both databases. */
export type Schema = OperationTables &
  OrderTables &
  PartTables &
  PeopleTables &
  SalesTables &
  WorkshopTables;

/** A handle for statements outside transactions. */
export type Queries = Kysely<Schema>;
/** The handle inside a transaction, the only one in scope there. */
export type Tx = Transaction<Schema>;
