import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { roles } from '#lib/staff-permissions.ts';
import { numberId } from '#lib/wire/fields.ts';
import { avatarBytesMax, avatarTooLarge, profileFormSchema } from './profile.form.ts';

export const User = z
  .object({
    id: numberId,
    email: z.string().describe('The address to sign in with.'),
    first_name: z.string().describe('May be empty.'),
    last_name: z.string().describe('May be empty.'),
    company: z.string().describe('May be empty.'),
    position: z.string().describe('May be empty.'),
    phone: z.string().describe('As +14155550132; may be empty.'),
    full_name: z.string().describe('First and last name.'),
    initials: z.string().describe('For a picture without a photo.'),
    display_username: z.string().describe('The name, or the address without one.'),
    avatar: z.string().nullable().describe('Address of the picture; null without one.'),
    status: z
      .enum(['active', 'suspended'])
      .describe('A suspended account only reads its profile and writes to support.'),
    roles: z.array(z.enum(roles)).describe('Empty for customers.'),
    is_staff: z.boolean().describe('Whether it has a role.'),
    is_superuser: z.boolean().describe('Whether it is an admin.'),
    date_joined: z.iso.datetime().describe('When it was created.'),
    last_login: z.iso.datetime().nullable().describe('When a session last began.'),
    unanswered_messages_count: z.int().describe('Unread answers of support.'),
    language: z
      .string()
      .optional()
      .describe('Its language as a tag, such as `de`; absent if it is not known.'),
    timezone: z
      .string()
      .optional()
      .describe('IANA name of its time zone; absent if it is not known.'),
  })
  .meta({ id: 'User' });
export type UserWire = z.infer<typeof User>;

export const readProfile = endpoint({
  method: 'GET',
  path: '/apix/accounts/profile/',
  testMode: 'copied',
  group: 'Profile',
  tool: { toolset: 'account' },
  summary: 'Retrieve the profile',
  description:
    'Returns the account that is asking: its name, contact, status and roles. Suspended accounts may call it.',
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
  testMode: 'live',
  group: 'Profile',
  summary: 'Update the profile',
  description:
    'Changes the fields that are sent: name, company, position or phone. The e-mail address cannot be changed.',
  ...profileChange,
});
export const putProfilePartly = endpoint({
  method: 'PUT',
  path: '/apix/accounts/profile/partial/',
  testMode: 'live',
  group: 'Profile',
  summary: 'Update the profile (same as PATCH)',
  description:
    'Does exactly what PATCH of this path does: fields that are left out keep their values.',
  ...profileChange,
});
export const patchWholeProfile = endpoint({
  method: 'PATCH',
  path: '/apix/accounts/profile/update/',
  testMode: 'live',
  group: 'Profile',
  summary: 'Update the profile (alias)',
  description: 'Another address of the partial update: fields that are left out keep their values.',
  ...profileChange,
});
export const putProfile = endpoint({
  method: 'PUT',
  path: '/apix/accounts/profile/update/',
  testMode: 'live',
  group: 'Profile',
  summary: 'Replace the profile; omitted fields are cleared',
  description:
    'Sets all five fields of the profile; those that are left out become empty. Use the partial update to change one.',
  ...profileChange,
});

export const setAvatar = endpoint({
  method: 'POST',
  path: '/apix/accounts/profile/avatar/',
  testMode: 'live',
  group: 'Profile',
  summary: 'Upload a profile picture',
  description:
    'Replaces the picture of the profile by a JPEG, PNG, GIF or WebP of up to 5 MB. It is cut to a square, and its metadata is removed.',
  permission: 'user',
  work: 'none',
  rateLimit: { points: 20, windowSeconds: 3600 },
  files: { avatar: { bytesMax: avatarBytesMax, tooLarge: avatarTooLarge } },
  responses: { 200: User },
});
