import type { SecondFactorTables } from '#server/db/tables/people.ts';
import type { Columns } from './columns-of.ts';

export const secondFactorColumns = {
  second_factors: {
    uid: 'text',
    sealed_secret: 'text',
    last_step: 'number',
    created_at: 'number',
  },
  second_factor_codes: {
    uid: 'text',
    code_hash: 'text',
  },
  second_factor_passes: {
    uid: 'text',
    session: 'text',
    browser_hash: 'text',
    passed_at: 'number',
  },
} satisfies Columns<SecondFactorTables>;
