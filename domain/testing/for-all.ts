import fc from 'fast-check';

/** Expects that a property holds for any values. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  ...property: Parameters<typeof fc.property<Values>>
): void {
  fc.assert(fc.property(...property));
}
