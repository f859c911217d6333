import { expect, test } from 'vitest';
import { findTool, libpqConnection } from '../../src/backups/postgres-tools.ts';

test.each([
  ['postgres://me:se%2Fcret@db.example.com/shop', 'postgres://me@db.example.com/shop'],
  [
    'postgresql://me:se%2Fcret@db.example.com:6432/shop?sslmode=verify-full&ssl=true',
    'postgresql://me@db.example.com:6432/shop?sslmode=verify-full',
  ],
  [
    'postgres://me:se%2Fcret@a:5432,b:5432/shop?sslmode=no-verify',
    'postgres://me@a:5432,b:5432/shop?sslmode=require&target_session_attrs=read-write',
  ],
])('%s is passed on without its password', (connectionString, url) => {
  const connection = libpqConnection({ connectionString });
  expect(connection.url).toBe(url);
  expect(connection.env.PGPASSWORD).toBe('se/cret');
});

test('a password among the parameters is not passed on either, and spaces stay spaces', () => {
  const connectionString =
    'postgres://me:other@db/shop?password=se%2Fcret&application_name=night%20job&options=-c%20a%3Db';
  const { url, env } = libpqConnection({ connectionString });
  expect(url).toBe('postgres://me@db/shop?application_name=night%20job&options=-c%20a%3Db');
  expect(env.PGPASSWORD).toBe('se/cret');
});

test('an address without a password changes nothing in the environment', () => {
  const socket = 'postgres://me@%2Ftmp%2Fsocket:5432/shop';
  const { url, env } = libpqConnection({ connectionString: socket });
  expect(url).toBe(socket);
  expect(env).toEqual(process.env);
});

test('the embedded server is reached by its socket', () => {
  const connection = { host: '/tmp/socket', port: 5432, user: 'me', database: 'shop' };
  expect(libpqConnection(connection).url).toBe('postgres://me@%2Ftmp%2Fsocket:5432/shop');
});

test('tools that are too old are not used', async () => {
  expect(await findTool('pg_dump', 999)).toBeUndefined();
});
