/**
 * Codes of errors when a resource is unreachable or full, by the system, the database or its
 * driver.
 */
const outages = [
  // Disk, files, processes and network, by the system.
  /^E(ACCES|AGAIN|DQUOT|IO|MFILE|NFILE|NOMEM|NOSPC|PIPE|ROFS)$/,
  /^E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT)$/,
  // SQLite: disk full, broken, read-only or locked.
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM|PROTOCOL)/,
  // PostgreSQL: connection lost, insufficient resources, shut down by the operator.
  /^(08|53)[0-9A-Z]{3}$/,
  /^57P0[1-5]$/,
  // PostgreSQL: a transaction that failed after all retries, or was too slow, for example locked.
  /^(40001|40P01|57014|25P03)$/,
  // PostgreSQL: read-only, input and output.
  /^(25006|58030)$/,
];

/** Errors of the PostgreSQL driver that have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Returns an error's code, such as `ENOENT`; empty: it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Returns whether an error means that disk or database are unavailable now. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    outages.some((codes) => codes.test(codeOf(error))) ||
    messages.test(error.message) ||
    isOutage(error.cause)
  );
}

/** Returns whether another program has locked the SQLite file: the statement changed nothing. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error).startsWith('SQLITE_BUSY') || isLocked(error.cause);
}
