/** Requests per limiter and sender; used by the PostgreSQL store of the rate limiter. */
type RateLimitsTable = {
  key: string;
  points: number;
  expire: number | null;
};

export type RateLimitTables = {
  rate_limits: RateLimitsTable;
};
