import { z } from 'zod';
import { emailPattern, explainInvalidEmail, normalizeEmail } from '#lib/email-address.ts';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { withAliases } from '#lib/field-aliases.ts';
import { normalizeCode } from '#lib/verification-code.ts';
import { retryAfter } from '#lib/wire/fields.ts';
import { User } from './profile.ts';
import { accessMinutes, sessionDays } from './sessions.constants.ts';

const email = z
  .string()
  .overwrite(normalizeEmail)
  .check(z.maxLength(254, 'Ensure this field has no more than 254 characters.'))
  .check(
    z.email({
      pattern: emailPattern,
      error: ({ input }) => explainInvalidEmail(String(input)),
    }),
  )
  .describe(
    'The address to sign in with. Letter case is ignored; a domain of another script is stored as punycode.',
  );
// An invalid source_url is dropped instead of rejected: it must not prevent a sign-in.
const sourceUrl = z
  .string()
  .optional()
  .catch('')
  .transform((text) =>
    text && text.length <= 500 && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : '',
  )
  .describe('Address of the page that the person came from; an invalid one is ignored.');
export const otp = z
  .string()
  .transform(normalizeCode)
  .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6-digit verification code'))
  .describe('The six digits that were mailed, in any script; spaces and dashes are ignored.');

export const cooldown = declareError(
  'cooldown',
  429,
  'A code was sent a moment ago. Wait before you ask for another one.',
  { retry_after: retryAfter },
);
export const hourlyLimit = declareError(
  'hourly_limit',
  429,
  'Too many codes were sent to this address in the last hour. Try again later.',
  { retry_after: retryAfter },
);
export const dailyLimit = declareError(
  'daily_limit',
  429,
  'Too many codes were sent to this address today. Try again later.',
  { retry_after: retryAfter },
);
export const otpInvalid = declareError('otp_invalid', 400, 'Invalid OTP code', {
  attempts_left: z.int().optional().describe('Wrong codes until the lock.'),
});
export const tooManyAttempts = declareError(
  'too_many_attempts',
  429,
  'Too many wrong codes. Wait, then ask for a new code.',
  { retry_after: retryAfter },
);

/** Tokens of a session. */
export const access = z
  .string()
  .describe(`To send as \`Authorization: Bearer\`; valid for ${accessMinutes} minutes.`);
export const refresh = z
  .string()
  .describe(`Gets new access tokens until the session ends after ${sessionDays} days.`);

const withIdentifierAlias = <T extends z.ZodType>(schema: T) =>
  withAliases({ identifier: 'email' }, schema);

export const requestCode = endpoint({
  method: 'POST',
  path: '/apix/accounts/otp/request/',
  testMode: 'live',
  group: 'Signing in',
  tool: { none: 'It signs people in and out.' },
  summary: 'Send a sign-in code by e-mail',
  description:
    'Sends six digits to an address, valid for ten minutes. The response is the same for every address, so it says nothing about accounts.',
  // A session identifies the owner, whose limits differ from those of strangers.
  permission: 'optional',
  work: 'none',
  refusedLast: true,
  ignoresBadCredential: true,
  body: withIdentifierAlias(z.object({ email, source_url: sourceUrl })),
  responses: {
    200: z.object({
      message: z.literal('OTP code sent to your email').describe('Always the same sentence.'),
      expires_in: z.int().describe('Seconds for which the code is valid.'),
      resend_after: z.int().describe('Seconds until another code may be requested.'),
    }),
  },
  errors: [cooldown, hourlyLimit, dailyLimit, tooManyAttempts],
});

export const verifyCode = endpoint({
  method: 'POST',
  path: '/apix/accounts/otp/verify/',
  testMode: 'live',
  group: 'Signing in',
  tool: { none: 'It signs people in and out.' },
  summary: 'Sign in with a code',
  description:
    'Exchanges a code for an access and a refresh token. The first valid code of a new address creates the account; five wrong codes lock for 15 minutes.',
  permission: 'public',
  work: 'none',
  refusedLast: true,
  body: withIdentifierAlias(
    z.object({
      email,
      otp,
      source_url: sourceUrl,
      terms_version: z
        .string()
        .max(40)
        .optional()
        .describe('The version of the terms that the user accepted.'),
    }),
  ),
  responses: { 200: z.object({ access, refresh, user: User.describe('The account.') }) },
  responseHasSecret: true,
  errors: [otpInvalid, tooManyAttempts],
});
