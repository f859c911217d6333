import { describe, expect, test } from 'vitest';
import { readDatabaseServers } from './database-url.ts';

test('a URL with one server is left to node-postgres', () => {
  expect(readDatabaseServers('postgres://weftline:secret@db.example.com/weftline')).toEqual([]);
  expect(readDatabaseServers('postgresql://%2Ftmp%2Fsocket:5432/weftline?sslmode=disable')).toEqual(
    [],
  );
});

test('each of several servers gets a URL of its own', () => {
  const url =
    'postgres://me:p%40ss@one,two:6432,[2001:db8::1]:7/name?target_session_attrs=read-write';
  expect(readDatabaseServers(`${url}&sslmode=require`)).toEqual([
    { host: 'one', port: 5432, url: 'postgres://me:p%40ss@one/name?sslmode=require' },
    { host: 'two', port: 6432, url: 'postgres://me:p%40ss@two:6432/name?sslmode=require' },
    {
      host: '2001:db8::1',
      port: 7,
      url: 'postgres://me:p%40ss@[2001:db8::1]:7/name?sslmode=require',
    },
  ]);
});

test('sockets, and one server that has to be writable', () => {
  expect(readDatabaseServers('postgres://%2Ftmp%2Fa:1,%2Ftmp%2Fb:2/name')).toEqual([
    { host: '/tmp/a', port: 1, url: 'postgres://%2Ftmp%2Fa:1/name' },
    { host: '/tmp/b', port: 2, url: 'postgres://%2Ftmp%2Fb:2/name' },
  ]);
  expect(readDatabaseServers('postgres://one/name?target_session_attrs=primary')).toEqual([
    { host: 'one', port: 5432, url: 'postgres://one/name' },
  ]);
});

describe('what is wrong is said', () => {
  test.each([
    ['mysql://one/name', 'must be an address that begins with postgres:// or postgresql://'],
    ['postgres://me@one,/name', 'names no host that can be read in place 2 of 2'],
    ['postgres://one:port,two/name', 'names no host that can be read in place 1 of 2'],
    ['postgres://one,two:99999/name', 'names no host that can be read in place 2 of 2'],
    [
      'postgres://one,two/name?target_session_attrs=standby',
      'has target_session_attrs=standby: use read-write, because this process writes',
    ],
    [
      'postgres:///name?host=one,two',
      'names several hosts in its query: put them before the path, as one,two/name',
    ],
    ['postgres://one:port/name', 'could not be read: is a character not encoded?'],
  ])('%s', (url, message) => {
    expect(() => readDatabaseServers(url)).toThrow(message);
  });
});
