import { z } from 'zod';
import { withAliases } from '#lib/aliases.ts';
import { commonErrors, declareError, endpoint, roles } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { avatarBytesMax, avatarTooLarge, profileFields } from './profile-schema.ts';

export const User = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    company: z.string(),
    position: z.string(),
    phone: z.string(),
    full_name: z.string(),
    initials: z.string(),
    display_username: z.string(),
    avatar: z.string().nullable(),
    status: z.enum(['active', 'suspended']),
    roles: z.array(z.enum(roles)),
    is_staff: z.boolean(),
    is_superuser: z.boolean(),
    date_joined: z.iso.datetime(),
    last_login: z.iso.datetime().nullable(),
    unanswered_messages_count: z.int(),
    language: z.string().optional(),
    timezone: z.string().optional(),
  })
  .meta({ id: 'User' });
export type UserWire = z.infer<typeof User>;

export const Session = z
  .object({
    id: z.uuid(),
    is_current: z.boolean(),
    browser: z.string(),
    system: z.string(),
    ip: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Session' });
export type SessionWire = z.infer<typeof Session>;

export const activityKinds = [
  'registration',
  'login',
  'login_new_device',
  'logout',
  'session_revoked',
  'profile_updated',
  'avatar_updated',
  'account_deleted',
] as const;
export const Activity = z
  .object({
    id: z.uuid(),
    kind: z.enum(activityKinds),
    browser: z.string(),
    system: z.string(),
    ip: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Activity' });
export type ActivityWire = z.infer<typeof Activity>;

const email = z
  .string()
  .trim()
  .toLowerCase()
  .check(z.maxLength(254, 'Ensure this field has no more than 254 characters.'))
  .check(z.email('Enter a valid email address.'));
// A bad source_url is dropped, not refused: the person only wants a code.
const sourceUrl = z
  .string()
  .optional()
  .catch('')
  .transform((text) =>
    text && text.length <= 500 && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : '',
  );
const otp = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6-digit verification code'));

export const cooldown = declareError(
  'cooldown',
  429,
  'A code was sent a moment ago. Wait before you ask for another one.',
  { retry_after: z.int() },
);
export const hourlyLimit = declareError(
  'hourly_limit',
  429,
  'Too many codes were sent to this address in the last hour. Try again later.',
  { retry_after: z.int() },
);
export const dailyLimit = declareError(
  'daily_limit',
  429,
  'Too many codes were sent to this address today. Try again later.',
  { retry_after: z.int() },
);
export const otpInvalid = declareError('otp_invalid', 400, 'Invalid OTP code', {
  attempts_left: z.int().optional(),
});
export const tooManyAttempts = declareError(
  'too_many_attempts',
  429,
  'Too many wrong codes. Wait, then ask for a new code.',
  { retry_after: z.int() },
);

const withIdentifier = <T extends z.ZodType>(schema: T) =>
  withAliases({ identifier: 'email' }, schema);

export const requestCode = endpoint({
  method: 'POST',
  path: '/apix/accounts/otp/request/',
  summary: 'Send a 6-digit sign-in code by e-mail',
  // With a session its owner is told from strangers, whose limits are not the owner's.
  permission: 'optional',
  work: 'none',
  ignoresBadCredential: true,
  body: withIdentifier(z.object({ email, source_url: sourceUrl })),
  responses: {
    200: z.object({
      message: z.literal('OTP code sent to your email'),
      expires_in: z.int(),
      resend_after: z.int(),
    }),
  },
  errors: [cooldown, hourlyLimit, dailyLimit, tooManyAttempts],
});

export const verifyCode = endpoint({
  method: 'POST',
  path: '/apix/accounts/otp/verify/',
  summary: 'Sign in with the code',
  permission: 'public',
  work: 'none',
  body: withIdentifier(
    z.object({
      email,
      otp,
      source_url: sourceUrl,
      terms_version: z
        .string()
        .max(40)
        .optional()
        .describe('The version of the terms that the person accepted.'),
    }),
  ),
  responses: { 200: z.object({ access: z.string(), refresh: z.string(), user: User }) },
  responseHasSecret: true,
  errors: [otpInvalid, tooManyAttempts],
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/apix/accounts/token/refresh/',
  summary: 'Get a new access token',
  permission: 'public',
  work: 'none',
  body: z.object({ refresh: z.string() }),
  responses: { 200: z.object({ access: z.string() }) },
  responseHasSecret: true,
  errors: [commonErrors.tokenNotValid],
});

export const blacklistToken = endpoint({
  method: 'POST',
  path: '/apix/accounts/token/blacklist/',
  summary: 'Sign out: end the session of this refresh token',
  permission: 'public',
  work: 'write',
  body: z.object({ refresh: z.string() }),
  responses: { 204: null },
  errors: [commonErrors.tokenNotValid],
});

export const readProfile = endpoint({
  method: 'GET',
  path: '/apix/accounts/profile/',
  summary: 'The signed-in account',
  permission: { key: 'profile:read' },
  work: 'read',
  whenSuspended: 'allowed',
  responses: { 200: User },
});

const profileChange = {
  permission: 'user',
  work: 'none',
  body: z.object(profileFields).partial(),
  responses: { 200: User },
} as const;
export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/apix/accounts/profile/partial/',
  summary: 'Change some fields of the profile',
  ...profileChange,
});
export const putProfilePartly = endpoint({
  method: 'PUT',
  path: '/apix/accounts/profile/partial/',
  summary: 'Change some fields of the profile (same as PATCH)',
  ...profileChange,
});
export const patchWholeProfile = endpoint({
  method: 'PATCH',
  path: '/apix/accounts/profile/update/',
  summary: 'Change some fields of the profile',
  ...profileChange,
});
export const putProfile = endpoint({
  method: 'PUT',
  path: '/apix/accounts/profile/update/',
  summary: 'Replace the profile: a field that is left out is cleared',
  ...profileChange,
});

export const setAvatar = endpoint({
  method: 'POST',
  path: '/apix/accounts/profile/avatar/',
  summary: 'Replace the picture',
  permission: 'user',
  work: 'none',
  rateLimit: { points: 20, windowSeconds: 3600 },
  files: { avatar: { bytesMax: avatarBytesMax, tooLarge: avatarTooLarge } },
  responses: { 200: User },
});

const { page, page_size, limit, created_after, created_before } = listQuery;

export const listSessions = endpoint({
  method: 'GET',
  path: '/apix/accounts/sessions/',
  summary: 'Where the account is signed in, most recent first',
  permission: 'user',
  work: 'read',
  query: z.object({ page, page_size, limit }),
  responses: { 200: pageOf(Session) },
  errors: [commonErrors.invalidPage],
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/sessions/',
  summary: 'Sign out everywhere else',
  permission: 'user',
  work: 'write',
  responses: { 204: null },
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/apix/accounts/sessions/:id/',
  summary: 'Sign one session out',
  permission: 'user',
  work: 'write',
  params: z.object({ id: z.string() }),
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/apix/accounts/activity/',
  summary: 'What happened in the account, newest first',
  permission: 'user',
  work: 'replica',
  query: z.object({ page, page_size, limit, created_after, created_before }),
  responses: { 200: pageOf(Activity) },
  errors: [commonErrors.invalidPage],
});

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/apix/accounts/delete/code/',
  summary: 'Send the code that confirms a deletion',
  permission: 'user',
  work: 'write',
  responses: { 200: requestCode.responses[200] },
  errors: [cooldown, hourlyLimit, dailyLimit, tooManyAttempts],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/apix/accounts/delete/',
  summary: 'Delete the account; needs a fresh code',
  permission: 'user',
  work: 'none',
  body: z.object({ otp }),
  responses: { 204: null },
  errors: [otpInvalid, tooManyAttempts],
});
