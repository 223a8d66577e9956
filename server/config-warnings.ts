import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** Names that no public DNS answers (RFC 6761, 6762, 8375, ICANN's `internal`). */
const PRIVATE_NAME = /^[^.]+$|\.(?:local|localhost|test|internal|home\.arpa|lan)$/;

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4');
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Settings that work and are unsafe, one line each, to be told once at start. */
export function configWarnings({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  if (publicUrl === null) return [];
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || !isPublic(hostname)) return [];
  return [
    `PUBLIC_URL: ${publicUrl} is not encrypted; passwords, sessions and orders can be read on the way. Use https://`,
  ];
}

/** @param hostname as a URL has it: IPv6 in brackets */
function isPublic(hostname: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(host) === 0) return !PRIVATE_NAME.test(host);
  return !privateNetworks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}
