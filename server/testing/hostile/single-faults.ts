import fc from 'fast-check';
import type { Operation } from './document.ts';
import type { Known } from './known.ts';
import { type Path, placesOf, putAt } from './places.ts';
import { type HostileCaller, type HostileRequest, rightBody } from './request.ts';
import { addressOf, oddParts, oddValues, parametersOf } from './wrong-targets.ts';
import { wrongFor } from './wrong-values.ts';

/** One fault in an otherwise valid call. */
type SingleFault =
  | { operation: Operation; inBody: Path; value: unknown }
  | { operation: Operation; inAddress: string; value: string };

/**
 * Returns every single fault of these calls: each invalid value at each place of body, path and
 * query.
 */
export function singleFaults(operations: readonly Operation[]): SingleFault[] {
  return operations.flatMap((operation) => [
    ...(operation.body ? placesOf(operation.body) : []).flatMap(({ path, schema }) =>
      wrongFor(schema).map((value) => ({ operation, inBody: path, value })),
    ),
    ...parametersOf(operation.path).flatMap((inAddress) =>
      oddParts.map((value) => ({ operation, inAddress, value })),
    ),
    ...Object.keys(operation.query).flatMap((inAddress) =>
      oddValues.map((value) => ({ operation, inAddress, value })),
    ),
  ]);
}

/** Returns the request with only this fault. @param seed for the valid part of its body */
export function faultyRequest(fault: SingleFault, known: Known, seed: number): HostileRequest {
  const { operation } = fault;
  const [right] = fc.sample(rightBody(operation, known), { seed, numRuns: 1 });
  const body = 'inBody' in fault ? putAt(right, fault.inBody, fault.value) : right;
  const hasBody = operation.body !== null;
  return {
    caller: callerOf(operation),
    method: operation.method,
    target: addressOf(
      operation,
      known,
      'inAddress' in fault ? { name: fault.inAddress, value: fault.value } : {},
    ),
    lines: hasBody ? [['content-type', 'application/json']] : [],
    body: Buffer.from(hasBody ? JSON.stringify(body) : ''),
    length: 'true',
    mustFail: hasBody && isUnstorable(fault.value),
  };
}

/** Returns whether a value is a text that not every database can store unchanged. */
function isUnstorable(value: unknown): boolean {
  return typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'));
}

/** Returns a fault as a line. */
export function describeFault(fault: SingleFault): string {
  const place = 'inBody' in fault ? `body.${fault.inBody.join('.')}` : fault.inAddress;
  const value = JSON.stringify(fault.value);
  const size = value.length > 60 ? ` (${value.length} characters)` : '';
  return `${place} = ${value.slice(0, 60)}${size}`;
}

function callerOf({ path }: Operation): HostileCaller {
  return path.startsWith('/api/admin') ? 'admin' : 'user';
}
