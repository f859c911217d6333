import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { withdrawalOpen } from '#lib/wire/account-errors.ts';
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
  testMode: 'live',
  group: 'Deleting the account',
  summary: 'Send a code to confirm the account deletion',
  description: 'Sends the code that deleting the account asks for. Nothing is deleted yet.',
  permission: 'user',
  work: 'write',
  responses: { 200: requestCode.responses[200] },
  errors: [cooldown, hourlyLimit, dailyLimit, tooManyAttempts],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/apix/accounts/delete/',
  testMode: 'live',
  group: 'Deleting the account',
  summary: 'Delete the account',
  description:
    'Deletes the account for good with the code that was sent. Keys stop working, plans end, and the address is free again after 30 days.',
  permission: 'user',
  work: 'none',
  body: z.object({ otp }),
  responses: { 204: null },
  errors: [otpInvalid, tooManyAttempts, withdrawalOpen],
});
