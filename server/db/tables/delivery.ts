/** Whom and where a parcel goes to, in orders and in saved addresses: what each column holds. */
export const addressColumns = {
  full_name: 'text',
  phone: 'text',
  email: 'text or null',
  region: 'text',
  city: 'text',
  address: 'text',
  lat: 'number or null',
  lng: 'number or null',
} as const;

/** With what is said of one parcel alone. */
export const deliveryColumns = { ...addressColumns, notes: 'text or null' } as const;

type Held = { text: string; 'text or null': string | null; 'number or null': number | null };
type Row<Columns extends Record<string, keyof Held>> = {
  -readonly [Name in keyof Columns]: Held[Columns[Name]];
};

export type AddressColumns = Row<typeof addressColumns>;
export type DeliveryColumns = Row<typeof deliveryColumns>;
