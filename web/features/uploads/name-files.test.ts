import { expect, it } from 'vitest';
import { nameFiles } from './UploadStep.tsx';

const files = (...names: string[]) => names.map((name) => new File(['x'], name));
const names = (named: File[]) => named.map(({ name }) => name);

it('numbers pictures without a name, and leaves the others theirs', () => {
  const named = nameFiles(files('image.png', 'gato.png', 'image.jpeg'), 'Foto', []);
  expect(names(named)).toEqual(['Foto 1.png', 'gato.png', 'Foto 2.jpeg']);
});

it('takes no number twice, whatever the ending', () => {
  const named = nameFiles(files('image.png'), 'Foto', ['Foto 1.jpg', 'Foto 3.png']);
  expect(names(named)).toEqual(['Foto 2.png']);
});
