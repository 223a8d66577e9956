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
    z.refine((value) => cleanText(value) === value, {
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

/** What may be null or left out: both are null to the shop. */
export function optional<Value, Sent>(schema: z.ZodMiniType<Value, Sent>) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value: Value | null | undefined) => value ?? null),
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
