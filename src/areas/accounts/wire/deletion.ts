import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import {
  cooldown,
  dailyLimit,
  hourlyLimit,
  otp,
  otpInvalid,
  requestCode,
  tooManyAttempts,
} from './sign-in.ts';

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/apix/accounts/delete/code/',
  summary: 'Send a code to confirm the account deletion',
  permission: 'user',
  work: 'write',
  responses: { 200: requestCode.responses[200] },
  errors: [cooldown, hourlyLimit, dailyLimit, tooManyAttempts],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/apix/accounts/delete/',
  summary: 'Delete the account',
  permission: 'user',
  work: 'none',
  body: z.object({ otp }),
  responses: { 204: null },
  errors: [otpInvalid, tooManyAttempts],
});
