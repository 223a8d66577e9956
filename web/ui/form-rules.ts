import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** Error messages by path, such as `refund.amount`. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Returns the problems by their paths, and the first one of each field. A problem belongs to the
 * field that its path names: `refund.amount` to `amount`, `items.0.quantity` to `items`.
 */
export function byField(values: object, problems: Problems): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [path, message] of Object.entries(problems))
    found[path.split('.').find((part) => part in values) ?? path] ??= message;
  return { ...problems, ...found };
}

/** Returns the form library's resolver for rules, which are those of the contract's schema. */
export function resolveBy<Values extends FieldValues>(
  check: (values: Values) => Problems,
): Resolver<Values> {
  return (values) => {
    const problems = Object.entries(byField(values, check(values)));
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      problems.map(([field, message]) => [field, { type: 'rule', message }]),
    );
    // The library's type of errors cannot be computed for fields that are not yet known.
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}
