import { type Compilable, CompiledQuery, type DialectAdapter, type RawBuilder, sql } from 'kysely';
import type { Write } from './engine.ts';
import type { Queries, Tx } from './types.ts';

/** Of one statement, such as those for orders of one picture, of two and so on. */
const MOST_SHAPES = 100;

/** Stands in a statement for a value that each call brings. */
class Blank<Params> {
  readonly read: (params: Params) => unknown;

  constructor(read: (params: Params) => unknown) {
    this.read = read;
  }
}

/** Leaves a blank in a statement. */
export type Blanks<Params> = <Value>(read: (params: Params) => Value) => RawBuilder<Value>;

/**
 * Returns what makes a statement by building it once for each shape and database: from then on its
 * blanks are filled in. For statements of every order; building one takes longer than running it.
 * @param shapeOf names what the statement's text depends on
 */
export function keepStatement<Params, Row>(
  shapeOf: (params: Params) => string,
  build: (db: Queries | Tx, blank: Blanks<Params>, params: Params) => Compilable<Row>,
): (db: Queries | Tx, params: Params) => CompiledQuery<Row> {
  const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Row>>>();
  const blank: Blanks<Params> = (read) => sql`${new Blank(read)}`;
  return (db, params) => {
    const shapes = keptFor(kept, db);
    const shape = shapeOf(params);
    const statement = shapes.get(shape) ?? build(db, blank, params).compile();
    if (shapes.size < MOST_SHAPES) shapes.set(shape, statement);
    const fill = (value: unknown) => (value instanceof Blank ? value.read(params) : value);
    return { ...statement, parameters: statement.parameters.map(fill) };
  };
}

/**
 * Returns what makes a statement that writes rows, likewise built once for each number of them.
 * Rows have the same columns in the same order, and nothing but their values may change in it.
 */
export function keepInserts<Row extends object>(): (
  db: Queries | Tx,
  rows: readonly Row[],
  build: (rows: Row[]) => Compilable,
) => Write {
  const kept = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();
  return (db, rows, build) => {
    const compile = () => {
      const shapes = keptFor(kept, db);
      const columns = keysOf(rows[0]);
      const shape = `${rows.length} ${columns.join()}`;
      const parameters = rows.flatMap((row) => columns.map((column) => row[column]));
      const known = shapes.get(shape);
      if (known) return { ...known, parameters };
      const { sql: text, parameters: own } = build([...rows]).compile();
      if (own.length !== parameters.length) throw new Error('not just the values of rows');
      if (shapes.size < MOST_SHAPES) shapes.set(shape, CompiledQuery.raw(text));
      return CompiledQuery.raw(text, parameters);
    };
    return { compile, execute: () => db.executeQuery(compile()) };
  };
}

function keysOf<Row extends object>(row: Row | undefined): (keyof Row)[] {
  // An object literal's own keys are those of its type.
  return Object.keys(row ?? {}) as (keyof Row)[];
}

function keptFor<Statement>(
  kept: WeakMap<DialectAdapter, Map<string, Statement>>,
  db: Queries | Tx,
): Map<string, Statement> {
  const { adapter } = db.getExecutor();
  const known = kept.get(adapter);
  if (known) return known;
  const shapes = new Map<string, Statement>();
  kept.set(adapter, shapes);
  return shapes;
}
