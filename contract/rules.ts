import * as z from 'zod/mini';

type Problem = { field: string; message: string };

/**
 * Lets a body's schema apply rules of the domain. They see the fields that are well-formed, also
 * when others are not, so that everything is said at once, each field once and in one order.
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

/** Returns what a schema says of a body that is about to be sent: the first of each field. */
export function problemsOf(schema: z.ZodMiniType, body: unknown): Readonly<Record<string, string>> {
  const { error } = schema.safeParse(body);
  return firstOfEach(error?.issues ?? []);
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** Returns the first text of each path, such as `images.0.quantity`; `body` is the whole. */
export function firstOfEach(issues: readonly Issue[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) found[path.join('.') || 'body'] ??= message;
  return found;
}
