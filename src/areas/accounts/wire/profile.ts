import { z } from 'zod';
import { endpoint, roles } from '#lib/endpoint.ts';
import { avatarBytesMax, avatarTooLarge, profileFormSchema } from './profile.form.ts';

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

export const readProfile = endpoint({
  method: 'GET',
  path: '/apix/accounts/profile/',
  summary: 'Retrieve the profile',
  permission: { key: 'profile:read' },
  work: 'read',
  whenSuspended: 'allowed',
  responses: { 200: User },
});

const profileChange = {
  permission: 'user',
  work: 'none',
  body: profileFormSchema,
  responses: { 200: User },
} as const;
export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/apix/accounts/profile/partial/',
  summary: 'Update the profile',
  ...profileChange,
});
export const putProfilePartly = endpoint({
  method: 'PUT',
  path: '/apix/accounts/profile/partial/',
  summary: 'Update the profile (same as PATCH)',
  ...profileChange,
});
export const patchWholeProfile = endpoint({
  method: 'PATCH',
  path: '/apix/accounts/profile/update/',
  summary: 'Update the profile (alias)',
  ...profileChange,
});
export const putProfile = endpoint({
  method: 'PUT',
  path: '/apix/accounts/profile/update/',
  summary: 'Replace the profile; omitted fields are cleared',
  ...profileChange,
});

export const setAvatar = endpoint({
  method: 'POST',
  path: '/apix/accounts/profile/avatar/',
  summary: 'Upload a profile picture',
  permission: 'user',
  work: 'none',
  rateLimit: { points: 20, windowSeconds: 3600 },
  files: { avatar: { bytesMax: avatarBytesMax, tooLarge: avatarTooLarge } },
  responses: { 200: User },
});
