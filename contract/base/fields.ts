import * as z from 'zod/mini';
import { foldSigns, isReadable, withoutInvisible } from '#domain/base/signs.ts';
import { tooLong } from '#domain/delivery/delivery.ts';
import { normalizeCode } from '#domain/discounts/discounts.ts';

type Unparsed = { input?: unknown };

/** Returns the error for a value of the wrong type; `expected` reads like 'un texto'. */
export function mustBe(expected: string) {
  return ({ input }: Unparsed) =>
    input === undefined ? 'Falta este dato' : `Debe ser ${expected}`;
}

/** Control characters except line breaks and tabs: databases and mail headers reject them. */
const forbidden = /(?![\n\r\t])\p{Cc}/gu;

/** Removes what `text` rejects: control characters and unpaired surrogates. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

/** A trimmed text of at most `max` characters, without control characters or lone surrogates. */
export function text(max: number) {
  return z.string({ error: mustBe('un texto') }).check(z.trim(), ...bounds(max));
}

function bounds(max: number) {
  return [
    // A far too long text is refused anyway: folding all of it, here or in a rule of the body,
    // would take the server's thread too long.
    z.overwrite<string>((value) => value.slice(0, 2 * max + 1)),
    z.maxLength(max, { error: tooLong(max) }),
    // A cut text may end in half a character.
    z.refine<string>((value) => value.length > 2 * max || cleanText(value) === value, {
      error: 'El texto tiene caracteres no permitidos',
    }),
  ] as const;
}

const onOneLine = z.refine<string>((value) => !/[\n\r\t]/.test(value), {
  error: 'El texto debe ir en una sola línea',
});

/** A text on one line: a name, a code, an address. */
export function line(max: number) {
  return text(max).check(onOneLine);
}

/** A line without invisible signs, which a copied e-mail or phone number often has. */
export function copiedLine(max: number) {
  // Not of a text that is reported for its length.
  const clean = (value: string) =>
    value.length > 2 * max ? value : withoutInvisible(value).trim();
  return z
    .string({ error: mustBe('un texto') })
    .check(z.overwrite(clean), ...bounds(max), onOneLine);
}

/** The name of somebody or something, with a letter or digit that is seen. */
export function name(max: number, missing: string) {
  return line(max).check(z.refine(isReadable, { error: missing }));
}

/** A text of one or more lines that says something: it has a letter or digit that is seen. */
export function words(max: number, missing: string) {
  return text(max).check(z.refine(isReadable, { error: missing }));
}

/** A discount code as it was typed or copied, in the spelling by which it is found. */
export function copiedCode(max: number) {
  return copiedLine(max).check(z.overwrite(normalizeCode));
}

/** The token of a link as copied, with or without the prefix that tells the page what to open. */
export function linkToken(prefix: string) {
  return copiedLine(100).check(
    z.overwrite((token) => {
      const folded = foldSigns(token);
      return folded.startsWith(prefix) ? folded.slice(prefix.length) : folded;
    }),
  );
}

/**
 * A list of at most `max` entries. A longer one is rejected before its entries are validated:
 * errors for ten thousand entries would block the server.
 * @param texts the expected type, such as 'una lista de pedidos', and errors for a wrong length
 */
export function list<Output, Input>(
  entry: z.ZodMiniType<Output, Input>,
  max: number,
  { expected, tooMany, empty }: { expected: string; tooMany: string; empty?: string },
) {
  const isShort = z.transform((sent: Input[], { issues }) => {
    if (Array.isArray(sent) && sent.length > max) {
      // `continue` lets the other rules of the body run, so that all errors are reported at once.
      issues.push({ code: 'custom', input: sent, message: tooMany, continue: true });
    }
    return sent;
  });
  const entries = z
    .array(entry, { error: mustBe(expected) })
    .check(
      z.maxLength(max, { error: tooMany }),
      ...(empty === undefined ? [] : [z.minLength(1, { error: empty })]),
    );
  return z.pipe(isShort, entries);
}

/** A value that may be null or omitted; both become null. */
export function optional<Value, Sent>(schema: z.ZodMiniType<Value, Sent>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value: Value | null | undefined) => value ?? null),
  );
}

/** A value that may be null or omitted; both become the default. */
export function usual<Value, Sent>(schema: z.ZodMiniType<Value, Sent>, value: NoInfer<Value>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((sent: Value | null | undefined) => sent ?? value),
  );
}

/** A text that may be empty, null or omitted; all three become null. */
export function optionalText(schema: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value: string | null | undefined) => value || null),
  );
}

/** A missing line becomes empty, so that the form's rules report it together with the others. */
export function formLine(max: number) {
  return usual(line(max), '');
}

/** An object in a body: the body itself, or one of a list. */
export function jsonObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, { error: mustBe('un objeto JSON') });
}

export function trueOrFalse() {
  return z.boolean({ error: mustBe('verdadero o falso') });
}

/** A number; the shop's rules check its value. */
export function amount() {
  return z.number({ error: mustBe('un número') });
}

/** The body of every successful response. */
export function success<const Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({ success: z.literal(true), ...shape });
}
