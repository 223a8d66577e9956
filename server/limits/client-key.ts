import ipaddr from 'ipaddr.js';

/** Who counts as one client, and the network around it. */
export type ClientKey = {
  /** An IPv4 address as it is; of an IPv6 address its /64, which belongs to one household or host. */
  client: string;
  /** The /48 of an IPv6 address: many hosts, but one customer of most providers. Null with IPv4. */
  network: string | null;
};

const HOST_BITS = 64;
const SITE_BITS = 48;
/** Addresses that nobody can read count as one client, for they cannot be told apart. */
const UNREADABLE: ClientKey = { client: 'unreadable', network: null };

/**
 * Returns what limits count an address by. One IPv6 line has 2^64 addresses and more, so a limit
 * by the whole address is none. IPv4 inside IPv6 (`::ffff:`, and NAT64's `64:ff9b::`) is IPv4.
 * @param address as the socket or a trusted proxy names it, with or without port and zone
 */
export function clientKey(address: string | undefined): ClientKey {
  const bare = withoutPort(address ?? '');
  if (!ipaddr.isValid(bare)) return UNREADABLE;
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return { client: parsed.toString(), network: null };
  if (parsed.range() === 'rfc6052') {
    return { client: new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString(), network: null };
  }
  return { client: networkOf(parsed, HOST_BITS), network: networkOf(parsed, SITE_BITS) };
}

function networkOf(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().fill(0, bits / 8);
  return `${new ipaddr.IPv6(bytes)}/${bits}`;
}

/** Some proxies name the port, too, which differs with each connection. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](:\d+)?$|^(\d+(?:\.\d+){3}):\d+$/, '$1$3');
}
