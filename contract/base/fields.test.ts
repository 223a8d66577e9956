import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { forAll } from '#domain/testing/for-all.ts';
import { amount, copiedLine, line, linkToken, list, success, text } from './fields.ts';

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

  test('far too long is that alone, and the rest of the body is looked at', () => {
    const body = z
      .object({ name: short, names: list(short, 1, { expected: 'nombres', tooMany: 'Muchos' }) })
      .check(z.refine(() => false, { path: ['rules'], error: 'Las reglas', when: () => true }));
    const wrong = { name: '\u0000'.repeat(99), names: ['a', 'b'] };
    expect(problemsOf(body, wrong)).toEqual([
      'El texto es demasiado largo (máximo 10 caracteres)',
      'Muchos',
      'Las reglas',
    ]);
  });

  test('far too long is cut before anything that follows reads all of it', () => {
    const read: number[] = [];
    const noted = z.overwrite<string>((value) => {
      read.push(value.length);
      return value;
    });
    for (const schema of [short, line(10), copiedLine(10)])
      expect(problemsOf(schema.check(noted), '漢'.repeat(100_000))).toHaveLength(1);
    expect(read).toEqual([21, 21, 21]);
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
    forAll(fc.array(unit, { maxLength: 10 }), (units) => {
      const typed = String.fromCharCode(...units);
      const clean = typed.isWellFormed() && !/[\p{Cc}--[\n\r\t]]/v.test(typed.trim());
      expect(short.safeParse(typed).data).toBe(clean ? typed.trim() : undefined);
    });
  });
});

describe('a list', () => {
  const seen: unknown[] = [];
  const entry = z.number().check(
    z.refine((value) => {
      seen.push(value);
      return value > 0;
    }, 'Debe ser positivo'),
  );
  const numbers = list(entry, 3, {
    expected: 'una lista de números',
    tooMany: 'Son demasiados',
    empty: 'Falta alguno',
  });

  test('is as long as it may be', () => {
    expect(numbers.parse([1, 2, 3])).toEqual([1, 2, 3]);
    expect(problemsOf(numbers, [])).toEqual(['Falta alguno']);
    expect(problemsOf(numbers, [1, -2, -3])).toEqual(['Debe ser positivo', 'Debe ser positivo']);
  });

  test('that is too long is rejected before its entries are checked', () => {
    seen.length = 0;
    expect(problemsOf(numbers, [1, -2, -3, 4])).toEqual(['Son demasiados']);
    expect(seen).toEqual([]);
  });

  test('is nothing else', () => {
    expect(problemsOf(numbers, undefined)).toEqual(['Falta este dato']);
    for (const value of [null, 7, true, {}]) {
      expect(problemsOf(numbers, value)).toEqual(['Debe ser una lista de números']);
    }
  });

  test('tells the API document what is in it', () => {
    const document = z.toJSONSchema(numbers, { io: 'input' });
    expect(document).toMatchObject({ type: 'array', items: { type: 'number' }, maxItems: 3 });
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

test("a link's token is taken with the prefix by which the page knows it, or without", () => {
  const token = linkToken('prueba-');
  expect(token.parse('prueba-abc')).toBe('abc');
  expect(token.parse('abc-prueba-')).toBe('abc-prueba-');
  expect(token.parse(' prueba–a−b\u200b')).toBe('a-b');
  expect(problemsOf(token, 'a'.repeat(101))).not.toEqual([]);
});

test.each(['a\nb', 'a\rb', 'a\tb'])('a line is one line: %j', (value) => {
  expect(problemsOf(line(10), value)).toEqual(['El texto debe ir en una sola línea']);
});
