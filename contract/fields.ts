import * as z from 'zod/mini';
import { tooLong } from '#domain/delivery.ts';

type Unparsed = { input?: unknown };

/** Says what is wrong with a value of the wrong type; `expected` reads like 'un texto'. */
export function mustBe(expected: string) {
  return ({ input }: Unparsed) =>
    input === undefined ? 'Falta este dato' : `Debe ser ${expected}`;
}

/** Control characters other than line breaks and tabs: databases and mail headers choke on them. */
const forbidden = /(?![\n\r\t])\p{Cc}/gu;

/** Takes out what `text` refuses: control characters and halves of emoji. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

/** A trimmed text of at most `max` characters, without control characters or broken emoji. */
export function text(max: number) {
  return z.string({ error: mustBe('un texto') }).check(
    z.trim(),
    z.maxLength(max, { error: tooLong(max) }),
    // Too long is reported already: counting the characters of such a text would cost too much.
    z.refine((value) => value.length > 2 * max || cleanText(value) === value, {
      error: 'El texto tiene caracteres no permitidos',
    }),
  );
}

/** A text of one line: a name, a code, an address. */
export function line(max: number) {
  return text(max).check(
    z.refine((value) => !/[\n\r\t]/.test(value), { error: 'El texto debe ir en una sola línea' }),
  );
}

/** The token of a link, as it stands there or without the prefix by which the page tells what it opens. */
export function linkToken(prefix: string) {
  return line(100).check(
    z.overwrite((token) => (token.startsWith(prefix) ? token.slice(prefix.length) : token)),
  );
}

/**
 * A list of at most `max` entries. A longer one is refused before any of them is looked at: to say
 * what is wrong with each of ten thousand would keep everybody waiting.
 * @param texts what a list is, such as 'una lista de pedidos', and what is said of a wrong length
 */
export function list<Output, Input>(
  entry: z.ZodMiniType<Output, Input>,
  max: number,
  { expected, tooMany, empty }: { expected: string; tooMany: string; empty?: string },
) {
  const isShort = z.transform((sent: Input[], { issues }) => {
    if (Array.isArray(sent) && sent.length > max) {
      // The rules of the whole body go on: everything wrong is said at once.
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

/** What may be null or left out: both are null to the shop. */
export function optional<Value, Sent>(schema: z.ZodMiniType<Value, Sent>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value: Value | null | undefined) => value ?? null),
  );
}

/** What may be null or left out, and then is as usual. */
export function usual<Value, Sent>(schema: z.ZodMiniType<Value, Sent>, value: NoInfer<Value>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((sent: Value | null | undefined) => sent ?? value),
  );
}

/** A text that may be empty, null or left out: all three are null to the shop. */
export function optionalText(schema: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value: string | null | undefined) => value || null),
  );
}

/** An absent line counts as an empty one, so that the form's rules can name it with the others. */
export function formLine(max: number) {
  return z._default(line(max), '');
}

/** A number; whether it is the right one is for the shop's rules to say. */
export function amount() {
  return z.number({ error: mustBe('un número') });
}

/** The frame of every success. */
export function success<const Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({ success: z.literal(true), ...shape });
}
