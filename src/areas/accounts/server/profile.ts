import type { Db } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createToken } from '#kernel/ids.ts';
import { squareWebp } from '#kernel/images.ts';
import type { Actor } from '#kernel/ports.ts';
import { mediaPath } from '#kernel/storage/media.ts';
import { commonErrors, type Role } from '#lib/endpoint.ts';
import type { UserWire } from '../contract.ts';
import {
  avatarNotImage,
  type ProfileFields,
  phoneNotValid,
  profileFieldNames,
} from '../profile-schema.ts';
import { type AccountRow, findById, listRoles, updateAccount } from './account-store.ts';
import type { Accounts, Origin } from './accounts.ts';
import { logActivity } from './activity.ts';
import { readPhoneNumber } from './phone-numbers.ts';
import { accountReadFor } from './sessions.ts';

/** The name of the summary that support provides: answers the customer has not read. */
export const unansweredMessages = 'unanswered_messages_count';

const avatarSidePx = 512;
const avatarPixelsMax = 40_000_000;

export async function readProfile(accounts: Accounts, db: Db, actor: Actor): Promise<UserWire> {
  const account = accountReadFor(actor) ?? (await findById(db, actor.accountId));
  if (!account) throw apiError(commonErrors.notFound);
  return userToWire(accounts, account, actor.roles);
}

/**
 * Absent fields stay as they are; with `clearsAbsent` they become empty. Opens its units itself:
 * what the answer counts is read from another area.
 */
export async function updateProfile(
  accounts: Accounts,
  actor: Actor,
  given: Partial<ProfileFields>,
  { clearsAbsent, origin }: { clearsAbsent: boolean; origin: Origin },
): Promise<UserWire> {
  const changes: Partial<ProfileFields> = Object.fromEntries(
    profileFieldNames.flatMap((name) => {
      const value = given[name] ?? (clearsAbsent ? '' : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (changes.phone !== undefined) changes.phone = phoneOf(changes.phone);
  if (Object.keys(changes).length === 0)
    return accounts.work.read((db) => readProfile(accounts, db, actor));
  const account = await accounts.work.write(async (tx) => {
    await logActivity(accounts, tx, {
      accountId: actor.accountId,
      kind: 'profile_updated',
      origin,
    });
    return updateAccount(tx, actor.accountId, changes);
  });
  return userToWire(accounts, account, actor.roles);
}

function phoneOf(text: string): string {
  const phone = readPhoneNumber(text);
  if (phone === null) throw new InvalidInput({ phone: [phoneNotValid] });
  return phone;
}

/** Every picture is drawn anew at an address nobody can guess; the one before it is removed. */
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
    const { avatar_key } = (await findById(tx, actor.accountId))!;
    await logActivity(accounts, tx, { accountId: actor.accountId, kind: 'avatar_updated', origin });
    return {
      account: await updateAccount(tx, actor.accountId, { avatar_key: key }),
      before: avatar_key,
    };
  });
  if (before) await accounts.storage.remove(before);
  return userToWire(accounts, account, actor.roles);
}

/** A newly signed-in account, whose roles nobody has read yet. */
export const userOf = async (accounts: Accounts, account: AccountRow): Promise<UserWire> =>
  userToWire(accounts, account, await accounts.work.read((db) => listRoles(db, account.id)));

async function userToWire(
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
    initials: initialsOf(row.first_name, row.last_name, row.email),
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

export function initialsOf(first: string, last: string, email: string): string {
  const letters = [first, last].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || [...email][0]!).toUpperCase();
}
