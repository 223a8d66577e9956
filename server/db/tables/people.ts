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

type SecondFactorsTable = {
  uid: Fixed<string>;
  /** The secret that the app shares, encrypted. */
  sealed_secret: Fixed<string>;
  /** The step of the last accepted code, in half minutes since 1970: it and earlier ones are void. */
  last_step: number;
  created_at: Fixed<Millis>;
};

/** Recovery codes that are left. */
type SecondFactorCodesTable = {
  uid: Fixed<string>;
  /** Keyed hash. */
  code_hash: Fixed<string>;
};

type SecondFactorPassesTable = {
  uid: Fixed<string>;
  /** The session, as the identity provider names it. */
  session: Fixed<string>;
  /** SHA-256 of the random value that the browser keeps. */
  browser_hash: Fixed<string>;
  passed_at: Fixed<Millis>;
};

export type SecondFactorTables = {
  second_factors: SecondFactorsTable;
  second_factor_codes: SecondFactorCodesTable;
  second_factor_passes: SecondFactorPassesTable;
};
