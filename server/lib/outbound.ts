import { type LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { readLimited } from './read-limited.ts';

/** Names that public DNS never resolves (RFC 6761, 6762, 8375, ICANN's `internal`). */
const LOCAL_NAME = /^[^.]+$|\.(?:local|localhost|test|internal|home\.arpa|lan)$/;

/** Returns whether a URL's host is of this machine or a private network, as far as its text says. */
export function isLocalHost({ hostname }: Pick<URL, 'hostname'>): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? !isPublicAddress(host) : LOCAL_NAME.test(host.replace(/\.$/, ''));
}

/** Returns whether an IP address is of the public internet, even if IPv6 encloses an IPv4 one. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** The host of a URL is of this machine or a private network. */
export class LocalAddress extends Error {
  override readonly name = 'LocalAddress';
}

/** Resolves a name for one connection, which uses just these addresses: no later answer counts. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new Error('no address'), '');
    if (!found.every(({ address }) => isPublicAddress(address))) {
      return callback(new LocalAddress('the name leads to a private network'), '');
    }
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });
};

type Exchange = {
  method?: 'GET' | 'POST';
  /** Plain text. */
  body?: string;
  /** Whether the host may be of this machine or a private network. */
  mayBeLocal: boolean;
  /** Whether an invalid certificate is reported instead of an error. */
  acceptsAnyCertificate?: boolean;
  maxBytes: number;
};

type TextAnswer = {
  status: number;
  /** Null: it has more than `maxBytes`. */
  text: string | null;
  /** Null without TLS; its end in milliseconds since 1970. */
  certificate: { isValid: boolean; validUntil: number } | null;
};

/** Limit for a whole exchange: a server may answer byte by byte. */
const LIMIT_MS = 10_000;

/**
 * Sends one request and follows no redirect.
 * @throws LocalAddress before anything is sent; any other error without an answer in 10 seconds
 */
export async function exchangeText(
  url: string,
  { method = 'GET', body, mayBeLocal, acceptsAnyCertificate = false, maxBytes }: Exchange,
): Promise<TextAnswer> {
  const target = new URL(url);
  if (!mayBeLocal && isLocalHost(target)) throw new LocalAddress('the host is private');
  const signal = AbortSignal.timeout(LIMIT_MS);
  const send = target.protocol === 'https:' ? requestSecure : requestPlain;
  const request = send(target, {
    ...{ method, signal, agent: false, rejectUnauthorized: !acceptsAnyCertificate },
    ...(mayBeLocal ? {} : { lookup: lookupPublic }),
    headers: {
      'user-agent': 'pines',
      ...(body === undefined
        ? {}
        : {
            'content-type': 'text/plain; charset=utf-8',
            'content-length': Buffer.byteLength(body),
          }),
    },
  });
  const answered = once(request, 'response');
  // Its errors after the answer arrive with the reading of the body, too.
  request.on('error', () => undefined);
  request.end(body);
  const [response]: IncomingMessage[] = await answered;
  if (!response) throw new Error('no answer');
  const certificate = certificateOf(response);
  const text = await readLimited({ body: response }, maxBytes);
  return { status: response.statusCode ?? 0, text, certificate };
}

function certificateOf({ socket }: IncomingMessage): TextAnswer['certificate'] {
  if (!(socket instanceof TLSSocket)) return null;
  const validUntil = Date.parse(socket.getPeerCertificate().valid_to);
  return { isValid: socket.authorized, validUntil };
}
