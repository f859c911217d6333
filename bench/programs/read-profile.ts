// GET /apix/accounts/profile/ without a framework: the same token check, the same query on the same
// kind of pool, the same JSON.
import { pino } from 'pino';
import { checkSession } from '#areas/accounts/server/sessions/session-store.ts';
import { createTokens } from '#areas/accounts/server/sign-in/tokens.ts';
import { systemClock } from '#kernel/clock.ts';
import { openDatabase } from '#kernel/database/open-database.ts';

const { DATA_DIR = '', APP_SECRET = '' } = process.env;
const tokens = createTokens({ secrets: [APP_SECRET], clock: systemClock });
const log = pino({ level: 'silent' });
const { work } = await openDatabase({ DATA_DIR, PG_NAMED_STATEMENTS: true }, log);

/** Null without a session. */
export async function readProfile(authorization: string | undefined) {
  const claims = tokens.read('access', authorization?.slice(7) ?? '');
  const row = claims && (await checkSession(work, claims.sid, systemClock.now()));
  if (!row) return null;
  return {
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
  };
}
