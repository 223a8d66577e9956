import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { readNameList, withoutLines, writeNameList } from './name-list.ts';

const namesOf = (text: string) =>
  readNameList(text).names.map(({ value, quantity }) => `${quantity} ${value}`);

describe('a list of names', () => {
  it('is one name a line, however it was typed', () => {
    expect(namesOf('Camila\n  Benjamín  Soto \r\n\r\nJose\u0301\rO’Higgins, Bernardo')).toEqual([
      '1 Camila',
      '1 Benjamín Soto',
      '1 José',
      '1 O’Higgins, Bernardo',
    ]);
  });

  it('may say how many of each', () => {
    expect(namesOf('Camila;3\nLuz\t2\nAna,12\nAna María; Soto ;4')).toEqual([
      '3 Camila',
      '2 Luz',
      '12 Ana',
      '4 Ana María Soto',
    ]);
  });

  it('may be a spreadsheet with headings, quotation marks and more columns', () => {
    const file =
      '\ufeffCurso;Nombre;Apellido;Cantidad\r\n4B;Camila;"Pérez; Soto";2\r\n4B;"Luz ""Lucha""";Rey;\r\n';
    expect(namesOf(file)).toEqual(['2 Camila Pérez; Soto', '1 Luz "Lucha" Rey']);
    expect(namesOf('nombre\n"Ana\nMaría"\nLuz')).toEqual(['1 Ana María', '1 Luz']);
    expect(namesOf('"Pérez, Ana",2')).toEqual(['2 Pérez, Ana']);
    expect(namesOf('El "Rucio" Díaz\nLuz')).toEqual(['1 El "Rucio" Díaz', '1 Luz']);
  });

  it('may be as spreadsheets write it: with a separator told, and decimals', () => {
    expect(namesOf('sep=;\r\nCamila;2,00\r\nLuz;3.0')).toEqual(['2 Camila', '3 Luz']);
    const file = 'N°;Nombre del alumno;Cantidad de pines\n1;Camila;2,00\n2;Luz;';
    expect(namesOf(file)).toEqual(['2 Camila', '1 Luz']);
    expect(namesOf('Pérez, Ana;2\nLuz;1')).toEqual(['2 Pérez, Ana', '1 Luz']);
  });

  it('names each line that cannot be used, and why', () => {
    const text = `Camila\n${'A'.repeat(41)}\nAna 👩‍🚀 محمد\nLuz;100\n;3\n<script>alert(1)</script>\n`;
    const { names, wrong } = readNameList(text);
    expect(names.map(({ value }) => value)).toEqual(['Camila', '<script>alert(1)</script>']);
    expect(wrong.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'tiene 41 letras, y caben 40'],
      [3, 'no tenemos letras para 👩‍🚀 م ح د'],
      [4, 'la cantidad va de 1 a 99'],
      [5, 'falta el nombre'],
    ]);
    expect(withoutLines(text, wrong)).toBe('Camila\n<script>alert(1)</script>');
  });

  it('comes back from what the field shows, whatever the names are', () => {
    const value = fc
      .string({ unit: fc.constantFrom(...'aÑz "\t;,9’'), minLength: 1, maxLength: 12 })
      .map((text) => `N${text}`.replaceAll(/\s+/g, ' ').trim());
    const name = fc.record({ value, quantity: fc.integer({ min: 1, max: 99 }) });
    forAll(fc.array(name, { maxLength: 8 }), (names) => {
      expect(readNameList(writeNameList(names))).toEqual({ names, wrong: [] });
    });
  });

  it('loses no line, whatever is pasted', () => {
    forAll(fc.array(fc.string({ unit: 'binary', minLength: 1 })), (lines) => {
      const text = lines.join('\n').replaceAll('"', '');
      const { names, wrong } = readNameList(text);
      const filled = text.split(/\r\n?|\n/).filter((line) => /[^\s;,]/.test(line));
      fc.pre(!filled[0]?.toLowerCase().includes('name'));
      expect(names.length + wrong.length).toBe(filled.length);
    });
  });

  it('of 16 kB in a line, or 500 names, is read at once', () => {
    const { wrong } = readNameList('"'.repeat(16_384));
    expect(wrong.length).toBeLessThanOrEqual(1);
    const many = Array.from({ length: 500 }, (_, at) => `Nombre ${at}`).join('\n');
    expect(readNameList(many).names).toHaveLength(500);
  });
});
