import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from './document.ts';
import { fromSchema } from './from-schema.ts';
import { toBytes, wrongForm } from './wrong-bytes.ts';
import { contentType, type HeaderLine, oddLines } from './wrong-heads.ts';
import { targetOf } from './wrong-targets.ts';
import { spoil } from './wrong-values.ts';

const HOSTILE_CALLERS = ['nobody', 'user', 'admin'] as const;
export type HostileCaller = (typeof HOSTILE_CALLERS)[number];

/** A request as it goes over the wire, but for the bearer. */
export type HostileRequest = {
  caller: HostileCaller;
  method: string;
  target: string;
  lines: HeaderLine[];
  body: Buffer;
  /** What is said of the body's length when that is not so; null: the truth. */
  claimedLength: number | null;
};

/** @param known values of path parameters that name something, by their names */
export function hostileRequest(
  operations: readonly Operation[],
  known: Record<string, string[]>,
): Arbitrary<HostileRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const json = toBytes(spoil(operation.body ? fromSchema(operation.body) : fc.jsonValue()));
    const isUpload = operation.path === '/api/upload';
    const body =
      operation.method === 'GET' ? fc.constant(Buffer.alloc(0)) : isUpload ? wrongForm : json;
    const usualType = isUpload ? fc.constant('multipart/form-data; boundary=xx') : contentType;
    return fc.record({
      caller: fc.constantFrom(...HOSTILE_CALLERS),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(operation.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'BREW'),
        },
      ),
      target: targetOf(operation, known),
      lines: fc
        .tuple(
          fc.oneof({ weight: 5, arbitrary: usualType }, { weight: 1, arbitrary: contentType }),
          oddLines,
        )
        .map(([type, lines]) =>
          type === '' ? lines : [['content-type', type] as const, ...lines],
        ),
      body,
      claimedLength: fc.oneof(
        { weight: 20, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.nat(5000) },
      ),
    });
  });
}

/** @returns whether the body is as long as the head says: else the server waits for more */
export function isWhole({ claimedLength, body, lines }: HostileRequest): boolean {
  const names = new Set(lines.map(([name]) => name));
  const isFramed = names.has('content-length') || names.has('transfer-encoding');
  return !isFramed && (claimedLength ?? body.length) <= body.length;
}

/** @param bearer of the caller; null for nobody */
export function toWire(request: HostileRequest, bearer: string | null): Buffer {
  const { method, target, lines, body, claimedLength } = request;
  const given = new Set(lines.map(([name]) => name));
  const own: HeaderLine[] = [
    ...(given.has('host') ? [] : [['host', 'localhost'] as const]),
    ...(bearer === null || given.has('authorization')
      ? []
      : [['authorization', `Bearer ${bearer}`] as const]),
    ...(given.has('transfer-encoding') || given.has('content-length') || body.length === 0
      ? []
      : [['content-length', String(claimedLength ?? body.length)] as const]),
    ['connection', 'close'],
  ];
  const head = [...own, ...lines].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`), body]);
}
