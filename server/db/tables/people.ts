import type { Fixed, Flag, Millis } from './column-types.ts';
import type { AddressColumns } from './delivery.ts';

export type PeopleTable = {
  /** The identity provider's. */
  uid: Fixed<string>;
  /** Lower case, as the provider last told it. */
  email: string;
  /** The `recipientKey` of the e-mail. */
  mailbox_key: string;
  email_verified: Flag;
  role: 'admin' | 'user';
  is_active: Flag;
  created_at: Fixed<Millis>;
};

export type SavedAddressesTable = AddressColumns & {
  uid: Fixed<string>;
  last_used: Millis;
};

export type PeopleTables = {
  people: PeopleTable;
  saved_addresses: SavedAddressesTable;
};
