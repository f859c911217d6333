import { expect, test } from 'vitest';
import { clientAddress, toNetwork } from './client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:5678', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]:5678', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['192.0.2', null],
  ['', null],
])('the address of %j is %j', (ip, address) => {
  expect(clientAddress({ ip })).toBe(address);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
])('%s counts as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
