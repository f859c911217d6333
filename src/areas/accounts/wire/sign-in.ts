import { z } from 'zod';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { withAliases } from '#lib/field-aliases.ts';
import { User } from './profile.ts';

const email = z
  .string()
  .trim()
  .toLowerCase()
  .check(z.maxLength(254, 'Ensure this field has no more than 254 characters.'))
  .check(z.email('Enter a valid email address.'));
// An invalid source_url is dropped instead of rejected: it must not prevent a sign-in.
const sourceUrl = z
  .string()
  .optional()
  .catch('')
  .transform((text) =>
    text && text.length <= 500 && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : '',
  );
export const otp = z
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

const withIdentifierAlias = <T extends z.ZodType>(schema: T) =>
  withAliases({ identifier: 'email' }, schema);

export const requestCode = endpoint({
  method: 'POST',
  path: '/apix/accounts/otp/request/',
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
  responses: { 200: z.object({ access: z.string(), refresh: z.string(), user: User }) },
  responseHasSecret: true,
  errors: [otpInvalid, tooManyAttempts],
});
