import { expect, test } from 'vitest';
import { MemoryStorage } from '#test/fakes/memory-storage.ts';
import { createStorage, fallBackToMemory, valueBytesMax } from './storage.ts';

const value = 'x'.repeat(100);

/** A full storage with `count` values, written oldest first. */
function fill(count: number) {
  const area = new MemoryStorage();
  const store = createStorage(() => area);
  for (let n = 0; n < count; n += 1) store.write(`key-${n}`, value);
  area.sizeMax = area.sizeUsed;
  return { area, store };
}

test('a value is stored up to 1 MB of bytes and not beyond', () => {
  const area = new MemoryStorage();
  const store = createStorage(() => area);
  expect(valueBytesMax).toBe(1_048_576);
  expect(store.write('fits', 'x'.repeat(valueBytesMax))).toBe(true);
  expect(store.write('too-long', 'x'.repeat(valueBytesMax + 1))).toBe(false);
  expect(store.write('too-many-bytes', '\u00e9'.repeat(valueBytesMax / 2 + 1))).toBe(false);
  expect(area.getItem('too-long')).toBeNull();
  expect(area.getItem('too-many-bytes')).toBeNull();
});

test('a full storage of more than 50 keys drops its oldest fifth and stores the value', () => {
  const { area, store } = fill(60);
  expect(store.write('new', value)).toBe(true);
  // 60 values and the index: a fifth of 61, rounded up.
  for (let n = 0; n < 13; n += 1) expect(area.getItem(`key-${n}`)).toBeNull();
  for (let n = 13; n < 60; n += 1) expect(area.getItem(`key-${n}`)).toBe(value);
  expect(store.read('new')).toBe(value);
});

test('a full storage of 50 keys or fewer keeps them and refuses the value', () => {
  const { area, store } = fill(49);
  expect(store.write('new', value)).toBe(false);
  expect(area.getItem('key-0')).toBe(value);
});

test('nothing is dropped until the storage is full', () => {
  const area = new MemoryStorage();
  const store = createStorage(() => area);
  for (let n = 0; n < 200; n += 1) store.write(`key-${n}`, value);
  expect(area.length).toBe(201);
});

test('writing a key again makes it the newest', () => {
  const { area, store } = fill(60);
  store.write('key-0', value);
  store.write('new', value);
  expect(area.getItem('key-0')).toBe(value);
  expect(area.getItem('key-1')).toBeNull();
});

test('tokens and sign-in data are never dropped', () => {
  const area = new MemoryStorage();
  const store = createStorage(() => area);
  const protectedKeys = ['auth_token', 'auth_email', 'auth_terms_accepted', 'refresh_token'];
  for (const key of protectedKeys) store.write(key, value);
  for (let n = 0; n < 60; n += 1) store.write(`key-${n}`, value);
  area.sizeMax = area.sizeUsed;
  for (let n = 0; n < 30; n += 1) store.write(`later-${n}`, value);
  for (const key of protectedKeys) expect(store.read(key)).toBe(value);
});

test('keys of other code are left alone', () => {
  const { area, store } = fill(60);
  area.sizeMax += 200;
  area.setItem('foreign', value);
  area.sizeMax = area.sizeUsed;
  expect(store.write('new', value)).toBe(true);
  expect(area.getItem('foreign')).toBe(value);
});

test('a storage that throws on every access reads as empty and stores nothing', () => {
  const store = createStorage(() => {
    throw new DOMException('Denied.', 'SecurityError');
  });
  expect(store.read('key')).toBeNull();
  expect(store.write('key', value)).toBe(false);
  expect(() => store.remove('key')).not.toThrow();
});

test('what could not be stored is kept for this page', () => {
  const area = new MemoryStorage();
  let isAllowed = false;
  const store = fallBackToMemory(
    createStorage(() => {
      if (!isAllowed) throw new DOMException('Denied.', 'SecurityError');
      return area;
    }),
  );
  expect([store.write('key', 'a'), store.read('key'), store.isBlocked()]).toEqual([
    true,
    'a',
    true,
  ]);
  isAllowed = true;
  store.write('key', 'b');
  expect([store.read('key'), area.getItem('key'), store.isBlocked()]).toEqual(['b', 'b', false]);
  isAllowed = false;
  store.write('other', 'c');
  store.remove('other');
  expect([store.read('other'), store.isBlocked()]).toEqual([null, false]);
});

test('a broken index only loses the order', () => {
  const area = new MemoryStorage();
  area.setItem('storage_index', '{"not":"a list"}');
  const store = createStorage(() => area);
  expect(store.write('key', value)).toBe(true);
  area.setItem('storage_index', 'not JSON');
  expect(store.write('key', value)).toBe(true);
  expect(area.getItem('storage_index')).toBe('["key"]');
});

test('a removed key is removed from the index', () => {
  const area = new MemoryStorage();
  const store = createStorage(() => area);
  store.write('a', '1');
  store.write('b', '2');
  store.remove('a');
  expect(area.getItem('storage_index')).toBe('["b"]');
});
