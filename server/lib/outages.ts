/** Error codes of the system, the database or its driver when a resource is unreachable or full. */
const codes = new Set([
  // Disk, files and network, by the system.
  'EACCES',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'EHOSTUNREACH',
  'EIO',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'EROFS',
  'ETIMEDOUT',
  // PostgreSQL: a transaction that failed after all retries, or was too slow, for example locked.
  '40001',
  '40P01',
  '57014',
  '25P03',
  // PostgreSQL: read-only, input and output.
  '25006',
  '58030',
]);

/**
 * SQLite: disk full, broken, read-only or locked. PostgreSQL's classes of codes: connection lost,
 * insufficient resources, shut down by the operator.
 */
const families = [
  /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|NOMEM|PROTOCOL)/,
  /^(08|53)[0-9A-Z]{3}$/,
  /^57P0[1-5]$/,
];

/** Errors of the PostgreSQL driver that have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Returns whether an error means that disk or database are unavailable now. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    codes.has(code) ||
    families.some((family) => family.test(code)) ||
    messages.test(error.message) ||
    isOutage(error.cause)
  );
}

/** Returns whether another program has locked the SQLite file: the statement changed nothing. */
export function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && String(error.code).startsWith('SQLITE_BUSY')) || isLocked(error.cause);
}
