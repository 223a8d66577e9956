import { describe, expect, test } from 'vitest';
import { clientKey } from './client-key.ts';

const ipv4 = (client: string) => ({ client, network: null });

describe('the key that limits count a client by', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
  ])('is the IPv4 address of %s', (address, client) => {
    expect(clientKey(address)).toEqual(ipv4(client));
  });

  test.each([
    '2001:db8:aa:1::1',
    '2001:DB8:AA:1:ffff:ffff:ffff:ffff',
    '2001:0db8:00aa:0001:0000:0000:0000:0001',
    '2001:db8:aa:1::203.0.113.7',
    '[2001:db8:aa:1::1]:51234',
    '2001:db8:aa:1::1%eth0',
  ])('is the /64 of %s, in the /48 around it', (address) => {
    expect(clientKey(address)).toEqual({
      client: '2001:db8:aa:1::/64',
      network: '2001:db8:aa::/48',
    });
  });

  test('differs between neighbours, which have the same network', () => {
    const [one, other] = [clientKey('2001:db8:aa:1::1'), clientKey('2001:db8:aa:2::1')];
    expect(one.client).not.toBe(other.client);
    expect(one.network).toBe(other.network);
    expect(clientKey('2001:db8:ab:1::1').network).not.toBe(one.network);
  });

  test('is one for all invalid addresses', () => {
    const keys = ['unknown', '_hidden', '', '1.2.3.4.5', undefined].map(clientKey);
    expect(new Set(keys.map(({ client }) => client)).size).toBe(1);
  });

  test('is the address itself for loopback clients', () => {
    expect(clientKey('127.0.0.1')).toEqual(ipv4('127.0.0.1'));
    expect(clientKey('::1')).toEqual({ client: '::/64', network: '::/48' });
  });
});
