/**
 * Databases with the current schema and no rows: copying one is much faster than all migrations.
 */
export type Templates = {
  /** Name of the PostgreSQL database, and how it is copied. */
  postgres: string;
  /** Folder of the SQLite file. */
  folder: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Maintenance database of the run's PostgreSQL server; each test file makes its own database.
     */
    postgresUrl: string;
    /** Databases with the current schema and no rows, to copy. */
    templates: Templates;
  }
}
