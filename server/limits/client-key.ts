import ipaddr from 'ipaddr.js';

/** The key of one client, and of the network around it. */
export type ClientKey = {
  /** An IPv4 address, or the /64 of an IPv6 address, which belongs to one household or host. */
  client: string;
  /** The /48 of an IPv6 address: many hosts, but usually one customer. Null with IPv4. */
  network: string | null;
};

const HOST_BITS = 64;
const SITE_BITS = 48;
/** The key of all invalid addresses: they count as one client. */
const UNREADABLE: ClientKey = { client: 'unreadable', network: null };

/**
 * Returns the keys by which limits count an address. One IPv6 line has at least 2^64 addresses, so
 * a limit by the whole address has no effect. IPv4 inside IPv6 (`::ffff:`, and NAT64's `64:ff9b::`)
 * counts as IPv4.
 * @param address from the socket or a trusted proxy, with or without port and zone
 */
export function clientKey(address: string | undefined): ClientKey {
  // Some proxies add the port, which differs with each connection.
  const bare = (address ?? '').replace(/^\[(.+)\](:\d+)?$|^(\d+(?:\.\d+){3}):\d+$/, '$1$3');
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
