import { expect, test } from 'vitest';
import { namePictures } from './complaints.ts';

test.each([
  [[2], 'la imagen 2'],
  [[1, 3], 'las imágenes 1 y 3'],
  [[1, 2, 4], 'las imágenes 1, 2 y 4'],
])('a complaint about %o says %s', (numbers, said) => expect(namePictures(numbers)).toBe(said));
