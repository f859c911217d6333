import { expect, test } from 'vitest';
import { createVault } from './credentials.ts';

const secret = 'a secret of thirty-two characters';
const vault = createVault([secret]);
const login = { username: 'ada', password: 'p@ss:w/rd' };

test('a login is decrypted for its own proxy and secret only', () => {
  const sealed = vault.seal('one', login)!;
  expect(vault.open('one', sealed)).toEqual(login);
  expect(vault.open('two', sealed)).toBeNull();
  expect(createVault(['another secret of thirty-two char']).open('one', sealed)).toBeNull();
  sealed[sealed.length - 1]! ^= 1;
  expect(vault.open('one', sealed)).toBeNull();
});

test('neither ciphertext nor hash contains the user name or password', () => {
  const sealed = vault.seal('one', login)!;
  const all = Buffer.concat([sealed, vault.hashUser('ada')]).toString('latin1');
  expect(all).not.toContain('ada');
  expect(all).not.toContain('p@ss');
  expect(vault.seal('one', login)).not.toEqual(sealed);
});

test('an empty login is not encrypted', () => {
  expect(vault.seal('one', { username: '', password: '' })).toBeNull();
  expect(vault.open('one', null)).toBeNull();
});

test('a replaced secret still decrypts, and tells which users it hashed', () => {
  const both = createVault(['a newer secret of thirty-two chars', secret]);
  expect(both.open('one', vault.seal('one', login))).toEqual(login);
  expect(vault.open('one', both.seal('one', login))).toBeNull();
  expect(both.hashUser('ada')).not.toEqual(vault.hashUser('ada'));
  expect(both.hashUsername('ada')).toEqual([both.hashUser('ada'), vault.hashUser('ada')]);
  expect(vault.hashUsername('ada')).toEqual([vault.hashUser('ada')]);
});
