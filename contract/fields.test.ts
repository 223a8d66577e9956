import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { amount, success, text } from './fields.ts';

function problemsOf(schema: z.ZodMiniType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

describe('text', () => {
  const short = text(10);

  test('is trimmed before its length is looked at', () => {
    expect(short.parse(`  ${'a'.repeat(10)}\r\n`)).toBe('a'.repeat(10));
    expect(problemsOf(short, 'a'.repeat(11))).toEqual([
      'El texto es demasiado largo (máximo 10 caracteres)',
    ]);
  });

  test('tells an absent value from one of another type', () => {
    expect(problemsOf(short, undefined)).toEqual(['Falta este dato']);
    for (const value of [null, 7, true, [], {}]) {
      expect(problemsOf(short, value)).toEqual(['Debe ser un texto']);
    }
  });

  test.each(['a\u0000b', 'a\u0007b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\ud800b', '\udc00a'])(
    'refuses control characters and halves of emoji: %j',
    (value) => {
      expect(problemsOf(short, value)).toEqual(['El texto tiene caracteres no permitidos']);
    },
  );

  test.each(['Ana 🦊', '👩‍👩‍👧', 'محمد', 'דוד', '李小龍', 'a\tb\r\nc', '\u202eana\u202c'])(
    'accepts emoji, every script and line breaks: %j',
    (value) => {
      expect(short.parse(value)).toBe(value);
    },
  );

  test('comes out trimmed, well formed and without control characters, whatever goes in', () => {
    const unit = fc.oneof(fc.nat(0xff), fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff }));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 10 }), (units) => {
        const typed = String.fromCharCode(...units);
        const clean = typed.isWellFormed() && !/[\p{Cc}--[\n\r\t]]/v.test(typed.trim());
        expect(short.safeParse(typed).data).toBe(clean ? typed.trim() : undefined);
      }),
    );
  });
});

test('an amount is a finite number', () => {
  expect(amount().parse(-1.5)).toBe(-1.5);
  expect(problemsOf(amount(), undefined)).toEqual(['Falta este dato']);
  for (const value of ['1', null, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(problemsOf(amount(), value)).toEqual(['Debe ser un número']);
  }
});

test('a success says so and keeps nothing beside its shape', () => {
  const answer = success({ message: z.string() });
  expect(answer.parse({ success: true, message: 'Listo', secret: 1 })).toEqual({
    success: true,
    message: 'Listo',
  });
  expect(answer.safeParse({ success: false, message: 'Listo' }).success).toBe(false);
  expect(answer.safeParse({ message: 'Listo' }).success).toBe(false);
});
