import type { Db } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createToken } from '#kernel/ids.ts';
import { squareWebp } from '#kernel/images.ts';
import type { Actor } from '#kernel/ports.ts';
import { mediaPath } from '#kernel/storage/media.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Role } from '#lib/staff-permissions.ts';
import {
  avatarNotImage,
  type ProfileFields,
  phoneNotValid,
  profileFieldNames,
} from '../../wire/profile.form.ts';
import type { UserWire } from '../../wire/profile.ts';
import { type AccountRow, findAccount, listRoles, updateAccount } from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { logActivity } from '../sessions/activity.ts';
import { cachedAccount } from '../sessions/sessions.ts';
import { parsePhoneNumber } from './phone-numbers.ts';

/** The summary provided by support: replies that the customer has not read. */
export const unansweredMessages = 'unanswered_messages_count';

const avatarSidePx = 512;
const avatarPixelsMax = 40_000_000;

export async function readProfile(accounts: Accounts, db: Db, actor: Actor): Promise<UserWire> {
  const account = cachedAccount(actor) ?? (await findAccount(db, actor.accountId));
  if (!account) throw apiError(commonErrors.notFound);
  return serializeAccount(accounts, account, actor.roles);
}

/**
 * Absent fields stay unchanged; with `clearsAbsent` they become empty. Opens its own units of work,
 * because the response includes a count from another area.
 */
export async function updateProfile(
  accounts: Accounts,
  actor: Actor,
  input: Partial<ProfileFields>,
  { clearsAbsent, origin }: { clearsAbsent: boolean; origin: Origin },
): Promise<UserWire> {
  const changes: Partial<ProfileFields> = Object.fromEntries(
    profileFieldNames.flatMap((name) => {
      const value = input[name] ?? (clearsAbsent ? '' : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (changes.phone !== undefined) changes.phone = requirePhoneNumber(changes.phone);
  if (Object.keys(changes).length === 0)
    return accounts.work.read((db) => readProfile(accounts, db, actor));
  const account = await accounts.work.write(async (tx) => {
    await logActivity(accounts, tx, {
      accountId: actor.accountId,
      kind: 'profile_updated',
      origin,
    });
    await accounts.sessionCache.invalidate(tx, actor.accountId);
    return updateAccount(tx, actor.accountId, changes);
  });
  return serializeAccount(accounts, account, actor.roles);
}

/** In the form in which it is stored. Throws InvalidInput for other text. */
export function requirePhoneNumber(text: string): string {
  const phone = parsePhoneNumber(text);
  if (phone === null) throw new InvalidInput({ phone: [phoneNotValid] });
  return phone;
}

/** Re-encodes the picture under an unguessable key and removes the previous one. */
export async function setAvatar(
  accounts: Accounts,
  actor: Actor,
  bytes: Buffer,
  origin: Origin,
): Promise<UserWire> {
  const picture = await squareWebp(bytes, { sidePx: avatarSidePx, pixelsMax: avatarPixelsMax });
  if (!picture) throw new InvalidInput({ avatar: [avatarNotImage] });
  const key = `public/avatars/a${createToken()}.webp`;
  await accounts.storage.put(key, picture, { contentType: 'image/webp' });
  const { account, before } = await accounts.work.write(async (tx) => {
    const { avatar_key } = (await findAccount(tx, actor.accountId))!;
    await logActivity(accounts, tx, { accountId: actor.accountId, kind: 'avatar_updated', origin });
    await accounts.sessionCache.invalidate(tx, actor.accountId);
    return {
      account: await updateAccount(tx, actor.accountId, { avatar_key: key }),
      before: avatar_key,
    };
  });
  if (before) await accounts.storage.remove(before);
  return serializeAccount(accounts, account, actor.roles);
}

/** For a new sign-in, when the roles are not loaded yet. */
export const serializeSignedInAccount = async (
  accounts: Accounts,
  account: AccountRow,
): Promise<UserWire> =>
  serializeAccount(accounts, account, await accounts.work.read((db) => listRoles(db, account.id)));

async function serializeAccount(
  { config, summaries }: Accounts,
  row: AccountRow,
  roles: readonly Role[],
): Promise<UserWire> {
  const fullName = `${row.first_name} ${row.last_name}`.trim();
  const unanswered = await summaries.read(unansweredMessages, row.id);
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    company: row.company,
    position: row.position,
    phone: row.phone,
    full_name: fullName,
    initials: toInitials(row.first_name, row.last_name, row.email),
    display_username: fullName || row.email.split('@')[0]!,
    avatar: row.avatar_key ? config.SITE_URL + mediaPath(row.avatar_key) : null,
    status: row.status === 'suspended' ? 'suspended' : 'active',
    roles: [...roles],
    is_staff: roles.length > 0,
    is_superuser: roles.includes('admin'),
    date_joined: row.date_joined.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    unanswered_messages_count: typeof unanswered === 'number' ? unanswered : 0,
    ...(row.language && { language: row.language }),
    ...(row.timezone && { timezone: row.timezone }),
  };
}

export function toInitials(first: string, last: string, email: string): string {
  const letters = [first, last].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || [...email][0]!).toUpperCase();
}
