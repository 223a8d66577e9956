import * as z from 'zod/mini';

type Problem = { field: string; message: string };

/**
 * Adds domain rules to a body's schema. They run on the well-formed fields even if others are
 * malformed, so that all errors are reported at once, one per field, in a fixed order.
 * @param fields in the order in which their errors are listed
 */
export function applyRules<Body extends object>(
  fields: readonly (keyof Body & string)[],
  validate: (known: Partial<Body>) => readonly Problem[],
) {
  const names: readonly string[] = fields;
  return z.check<Body>(
    ({ value, issues }) => {
      const wrong = new Set(issues.map(({ path }) => path?.[0]));
      const known: Partial<Body> = { ...value };
      for (const field of fields) if (wrong.has(field)) delete known[field];
      for (const { field, message } of validate(known)) {
        if (!wrong.has(field))
          issues.push({ code: 'custom', input: value, path: [field], message });
      }
      const placeOf = ({ path }: { path?: PropertyKey[] | undefined }) => {
        const place = names.indexOf(String(path?.[0]));
        return place === -1 ? names.length : place;
      };
      issues.sort((a, b) => placeOf(a) - placeOf(b));
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  );
}

/** Returns the schema's errors for a body before it is sent: the first of each field. */
export function problemsOf(schema: z.ZodMiniType, body: unknown): Readonly<Record<string, string>> {
  const { error } = schema.safeParse(body);
  return firstOfEach(error?.issues ?? []);
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** Returns the first text per path, such as `images.0.quantity`; `body` is the whole body. */
export function firstOfEach(issues: readonly Issue[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) found[path.join('.') || 'body'] ??= message;
  return found;
}
