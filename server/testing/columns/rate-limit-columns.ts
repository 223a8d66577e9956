import type { RateLimitTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const rateLimitColumns = {
  rate_limits: {
    key: 'text',
    points: 'number',
    expire: 'number or null',
  },
} satisfies Columns<RateLimitTables>;
