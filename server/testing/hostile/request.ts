import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from './document.ts';
import { fromSchema } from './from-schema.ts';
import type { Known } from './known.ts';
import { toBytes, wrongForm } from './wrong-bytes.ts';
import { contentType, type HeaderLine, oddLines } from './wrong-heads.ts';
import { targetOf } from './wrong-targets.ts';
import { spoil } from './wrong-values.ts';

const HOSTILE_CALLERS = ['anonymous', 'user', 'admin'] as const;
export type HostileCaller = (typeof HOSTILE_CALLERS)[number];

/** A request without its credentials. */
export type HostileRequest = {
  caller: HostileCaller;
  method: string;
  target: string;
  lines: readonly HeaderLine[];
  body: Buffer;
  /** The declared length of the body: the true one, none (chunked), or a number. */
  length: 'true' | 'chunked' | number;
  /** Whether the request must be rejected. */
  mustFail: boolean;
};

const FORM_TYPE = 'multipart/form-data; boundary=xx';
const CHUNK = 1000;

/** Returns requests of these calls, most of them invalid in some way. */
export function hostileRequest(
  operations: readonly Operation[],
  known: Known,
): Arbitrary<HostileRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const usualType = fc.constant(operation.file ? FORM_TYPE : 'application/json');
    return fc.record({
      caller: callerOf(operation),
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
          fc.oneof({ weight: 6, arbitrary: usualType }, { weight: 1, arbitrary: contentType }),
          oddLines,
        )
        .map(([type, lines]) =>
          type === '' ? lines : [['content-type', type] as const, ...lines],
        ),
      body: sentBody(operation, known),
      length: fc.oneof(
        { weight: 20, arbitrary: fc.constant('true' as const) },
        { weight: 2, arbitrary: fc.constant('chunked' as const) },
        { weight: 1, arbitrary: fc.nat(5000) },
      ),
      mustFail: fc.constant(false),
    });
  });
}

/** Returns mostly callers with access to the call, so that the body is read. */
function callerOf({ path }: Operation): Arbitrary<HostileCaller> {
  const admins = path.startsWith('/api/admin') ? 8 : 1;
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('anonymous' as const) },
    { weight: 2, arbitrary: fc.constant('user' as const) },
    { weight: admins, arbitrary: fc.constant('admin' as const) },
  );
}

function sentBody(operation: Operation, known: Known): Arbitrary<Buffer> {
  if (operation.file !== null) return wrongForm(operation.file);
  if (operation.method === 'GET') return fc.constant(Buffer.alloc(0));
  return toBytes(spoil(rightBody(operation, known)));
}

/** Returns bodies that a call accepts, as far as its schema and the known values allow. */
export function rightBody({ method, path, body }: Operation, known: Known): Arbitrary<unknown> {
  const accepted = known.bodies[`${method} ${path}`];
  if (accepted !== undefined) return fc.constant(accepted);
  return body ? fromSchema(body, known.values) : fc.jsonValue();
}

/** Returns whether the body is as long as declared; otherwise the server waits for more. */
export function isWhole({ length, body, lines }: HostileRequest): boolean {
  const names = new Set(lines.map(([name]) => name));
  const isFramed = names.has('content-length') || names.has('transfer-encoding');
  return !isFramed && (typeof length === 'string' || length <= body.length);
}

/** Returns the bytes of a request. @param proof header lines with the credentials */
export function toWire(request: HostileRequest, proof: readonly HeaderLine[]): Buffer {
  const { method, target, lines, body, length } = request;
  const given = new Set(lines.map(([name]) => name));
  const isFramed = given.has('transfer-encoding') || given.has('content-length');
  const isChunked = length === 'chunked' && !isFramed;
  const own: HeaderLine[] = [
    ...(given.has('host') ? [] : [['host', 'localhost'] as const]),
    ...proof.filter(([name]) => !given.has(name)),
    ...(isChunked ? [['transfer-encoding', 'chunked'] as const] : []),
    ...(isFramed || isChunked || body.length === 0
      ? []
      : [['content-length', String(length === 'true' ? body.length : length)] as const]),
    ['connection', 'close'],
  ];
  const head = [...own, ...lines].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const start = Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`);
  return Buffer.concat([start, ...(isChunked ? chunksOf(body) : [body])]);
}

function chunksOf(body: Buffer): Buffer[] {
  const count = Math.ceil(body.length / CHUNK);
  const chunks = Array.from({ length: count }, (_, at) => {
    const chunk = body.subarray(at * CHUNK, (at + 1) * CHUNK);
    return [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')];
  });
  return [...chunks.flat(), Buffer.from('0\r\n\r\n')];
}
