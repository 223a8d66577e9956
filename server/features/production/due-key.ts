import { sql } from 'kysely';

/**
 * The day by which open orders are sorted, same expression as in the index `orders_in_workshop`: the
 * earlier of the due day and the day on which it must leave to be there in time. Orders without
 * either come last.
 */
export const dueKey = sql<string>`case when leave_by < coalesce(due_on, '9999-12-31') then leave_by
    else coalesce(due_on, '9999-12-31') end`;
