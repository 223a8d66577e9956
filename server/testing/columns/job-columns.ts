import type { JobTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const jobColumns = {
  jobs: {
    id: 'text',
    kind: 'text',
    queue: 'text',
    payload: 'text',
    state: 'text',
    attempts: 'number',
    run_at: 'number',
    lease: 'text or null',
    last_error: 'text or null',
    created_at: 'number',
    done_at: 'number or null',
  },
} satisfies Columns<JobTables>;
