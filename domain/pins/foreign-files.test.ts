import { describe, expect, test } from 'vitest';
import { sniffForeignKind } from './foreign-files.ts';
import { sniffImageType } from './image-files.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('a file that is no picture for a pin', () => {
  test.each([
    ['\0\0\0\x24ftypheic', 'heic'],
    ['\0\0\0\x1cftypmif1', 'heic'],
    ['\0\0\0\x1cftypavif', 'avif'],
    ['\0\0\0\x14ftypqt  ', 'video'],
    ['\0\0\0\x20ftypisom', 'video'],
    ['GIF89a\x01\0\x01\0\0\0', 'gif'],
    ['%PDF-1.7\n%\xe2\xe3', 'pdf'],
  ])('%j is told by its bytes: %s', (head, kind) => {
    expect(sniffForeignKind(bytes(head))).toBe(kind);
    expect(sniffImageType(bytes(head))).toBeNull();
  });

  test.each(['', 'ftyp', 'un texto cualquiera', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0\0\x10JFIF'])(
    '%j is nothing that we know',
    (head) => {
      expect(sniffForeignKind(bytes(head))).toBeNull();
    },
  );
});
