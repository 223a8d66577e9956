import type { ColumnType } from 'kysely';

/** Written once and never updated. */
export type Fixed<T> = ColumnType<T, T, never>;
/** 0 or 1: SQLite has no booleans. */
export type Flag = 0 | 1;
/** Milliseconds since 1970 (UTC). */
export type Millis = number;

/** A crop in uploads and in items; all five are null when there is none. */
export type CropColumns = {
  /** Fractions of the upright picture's width and height. */
  crop_x: number | null;
  crop_y: number | null;
  /** As a fraction of the shorter side. */
  crop_diameter: number | null;
  /** Degrees clockwise. */
  crop_rotation: number | null;
  /** `#rrggbb`; null with a crop: white. */
  crop_background: string | null;
};

/** Columns of a recipient and address, in orders and in saved addresses, with their types. */
const addressColumns = {
  full_name: 'text',
  phone: 'text',
  email: 'text or null',
  region: 'text',
  city: 'text',
  address: 'text',
  lat: 'number or null',
  lng: 'number or null',
} as const;

/** The same, with the columns that only orders have. */
const deliveryColumns = {
  ...addressColumns,
  notes: 'text or null',
  needed_by: 'text or null',
  way: 'text',
  branch_courier: 'text or null',
  branch: 'text or null',
  pay_shipping: 'text',
} as const;

type ColumnTypes = { text: string; 'text or null': string | null; 'number or null': number | null };
type Row<Columns extends Record<string, keyof ColumnTypes>> = {
  -readonly [Name in keyof Columns]: ColumnTypes[Columns[Name]];
};

export type AddressColumns = Row<typeof addressColumns>;
export type DeliveryColumns = Row<typeof deliveryColumns>;
