import fc, { type Arbitrary } from 'fast-check';

const TOO_BIG = 2 * 1024 ** 2;

/** Garbled forms of JSON that no normal program sends. */
const garbling: Arbitrary<(json: Buffer) => Buffer> = fc.oneof(
  fc.nat().map((at) => (json: Buffer) => json.subarray(0, at % (json.length + 1))),
  fc
    .tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, bytes]) => (json: Buffer) => {
      const cut = at % (json.length + 1);
      return Buffer.concat([json.subarray(0, cut), bytes, json.subarray(cut)]);
    }),
  fc
    .constantFrom(
      '\ufeff{}',
      '{"a":1e400}',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"email":"a@b.cl","email":"c@d.cl"}',
      '{}{}',
      'NaN',
      '"',
      '',
      ' ',
      '\u0000',
      '[1,',
      '['.repeat(50_000),
    )
    .map((text) => () => Buffer.from(text)),
  fc
    .constantFrom([0xff, 0xfe], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80])
    .map(
      (bytes) => () =>
        Buffer.concat([Buffer.from('{"code":"'), Buffer.from(bytes), Buffer.from('"}')]),
    ),
  fc.constant(() => Buffer.alloc(TOO_BIG, 0x20)),
  fc
    .constantFrom('"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"a":1}}')
    .map((field) => (json: Buffer) => insert(json, `${field},`)),
  // Every field twice.
  fc.constant((json: Buffer) => insert(json, `${json.toString().slice(1, -1)},`)),
);

/** Adds fields at the start of an object; returns other values unchanged. */
function insert(json: Buffer, fields: string): Buffer {
  const text = json.toString();
  return text.startsWith('{"') ? Buffer.from(`{${fields}${text.slice(1)}`) : json;
}

/** Returns the bytes of a value: mostly its JSON, sometimes garbled. */
export function toBytes(value: Arbitrary<unknown>): Arbitrary<Buffer> {
  const json = value.map((each) => Buffer.from(JSON.stringify(each) ?? ''));
  return fc.oneof(
    { weight: 5, arbitrary: json },
    { weight: 2, arbitrary: fc.tuple(json, garbling).map(([bytes, garble]) => garble(bytes)) },
  );
}

/** Returns invalid upload forms; other tests have invalid pictures. */
export function wrongForm(field: string): Arbitrary<Buffer> {
  const part = (name: string, content: string) =>
    `--xx\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${content}`;
  const plain = (name: string, content: string) =>
    `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  return fc
    .constantFrom(
      `${part(field, 'no picture')}\r\n--xx--\r\n`,
      part(field, 'cut off'),
      `${part(field, '')}\r\n--xx--\r\n`,
      `${part('other', 'x')}\r\n--xx--\r\n`,
      `${part(field, 'a')}\r\n${part(field, 'b')}\r\n--xx--\r\n`,
      `${part(field, 'x'.repeat(300_000))}\r\n--xx--\r\n`,
      `${part('__proto__', 'x')}\r\n--xx--\r\n`,
      `${part(`${field}\u0000`, 'x')}\r\n--xx--\r\n`,
      `${plain('orderId', '\ud800')}${part(field, 'a')}\r\n--xx--\r\n`,
      `${plain('token', '漢'.repeat(5000))}${part(field, 'a')}\r\n--xx--\r\n`,
      `${plain('orderId', 'x').repeat(50)}${part(field, 'a')}\r\n--xx--\r\n`,
      plain(field, 'field'),
      `--xx\r\n${'a: b\r\n'.repeat(3000)}\r\nx\r\n--xx--\r\n`,
      '--xx--\r\n',
      '--yy\r\n\r\n--yy--',
      '',
      '\r\n'.repeat(2000),
    )
    .map((text) => Buffer.from(text));
}
