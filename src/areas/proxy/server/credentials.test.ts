import { expect, test } from 'vitest';
import { openVault } from './credentials.ts';

const vault = openVault('a secret of thirty-two characters');
const login = { username: 'ada', password: 'p@ss:w/rd' };

test('a login opens again, for its own proxy and secret alone', () => {
  const sealed = vault.seal('one', login)!;
  expect(vault.open('one', sealed)).toEqual(login);
  expect(vault.open('two', sealed)).toBeNull();
  expect(openVault('another secret of thirty-two char').open('one', sealed)).toBeNull();
  sealed[sealed.length - 1]! ^= 1;
  expect(vault.open('one', sealed)).toBeNull();
});

test('the sealed bytes and the hash hold neither name nor password', () => {
  const sealed = vault.seal('one', login)!;
  const all = Buffer.concat([sealed, vault.hashUser('ada')]).toString('latin1');
  expect(all).not.toContain('ada');
  expect(all).not.toContain('p@ss');
  expect(vault.seal('one', login)).not.toEqual(sealed);
});

test('no login needs no seal', () => {
  expect(vault.seal('one', { username: '', password: '' })).toBeNull();
  expect(vault.open('one', null)).toBeNull();
});
