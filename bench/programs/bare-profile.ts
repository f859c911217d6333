// The minimum for GET /apix/accounts/profile/: the same token check, the same query on the same
// kind of pool, the same JSON.
import http from 'node:http';
import { pino } from 'pino';
import { checkSession } from '#areas/accounts/server/sessions/session-store.ts';
import { createTokens } from '#areas/accounts/server/sign-in/tokens.ts';
import { systemClock } from '#kernel/clock.ts';
import { openDatabase } from '#kernel/database/open-database.ts';

const { PORT = '', DATA_DIR = '', APP_SECRET = '' } = process.env;
const tokens = createTokens({ secrets: [APP_SECRET], clock: systemClock });
const log = pino({ level: 'silent' });
const { work } = await openDatabase({ DATA_DIR, PG_NAMED_STATEMENTS: true }, log);

const server = http.createServer(async (request, response) => {
  const claims = tokens.read('access', request.headers.authorization?.slice(7) ?? '');
  const row = claims && (await checkSession(work, claims.sid, systemClock.now()));
  if (!row) {
    response.writeHead(401, { 'content-length': 0 }).end();
    return;
  }
  const body = JSON.stringify({
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company,
    position: row.position,
    phone: row.phone,
    full_name: `${row.first_name} ${row.last_name}`,
    initials: `${row.first_name[0]}${row.last_name[0]}`,
    display_username: `${row.first_name} ${row.last_name}`,
    avatar: row.avatar_key,
    status: row.status,
    roles: row.roles,
    is_staff: row.roles.length > 0,
    is_superuser: row.roles.includes('admin'),
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    unanswered_messages_count: 0,
  });
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
});
server.listen(Number(PORT), '127.0.0.1');
