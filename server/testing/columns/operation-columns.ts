import type { OperationTables } from '#server/db/tables/operation.ts';
import type { Columns } from './columns-of.ts';

export const operationColumns = {
  audit_log: {
    id: 'text',
    at: 'number',
    actor_uid: 'text or null',
    entity: 'text',
    entity_id: 'text',
    action: 'text',
    changes: 'text',
    version: 'number or null',
    reason: 'text or null',
  },
  backups: {
    id: 'text',
    state: 'text',
    under_way: 'number or null',
    progress: 'number',
    with_pictures: 'number',
    bytes: 'number or null',
    failure: 'text or null',
    requested_by: 'text',
    created_at: 'number',
    ended_at: 'number or null',
  },
  geocoded_cities: {
    city: 'text',
    lat: 'number or null',
    lng: 'number or null',
    requested_at: 'number',
  },
  geocoder_turns: {
    id: 'number',
    next_at: 'number',
  },
  jobs: {
    id: 'text',
    kind: 'text',
    queue: 'text',
    payload: 'text',
    state: 'text',
    attempts: 'number',
    deaths: 'number',
    run_at: 'number',
    lease: 'text or null',
    last_error: 'text or null',
    created_at: 'number',
    done_at: 'number or null',
  },
  mail_counts: {
    key: 'text',
    ends_at: 'number',
    mails: 'number',
  },
  rate_limits: {
    key: 'text',
    points: 'number',
    expire: 'number or null',
  },
  settings: {
    group_name: 'text',
    version: 'number',
    saved_values: 'text or null',
    saved_at: 'number',
    saved_by: 'text',
  },
} satisfies Columns<OperationTables>;
