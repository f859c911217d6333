// The minimum for a start: the same PostgreSQL, a connection to it, and Fastify with two routes.
import Fastify from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';

const { PORT = '', DATA_DIR = '' } = process.env;
const server = await openEmbeddedPostgres(DATA_DIR, pino({ level: 'silent' }));
const pool = new pg.Pool(server.connection);
await pool.query('select 1');
const app = Fastify();
for (const url of ['/', '/healthz', '/readyz']) app.get(url, async () => ({ status: 'ok' }));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
  await server.stop();
});
