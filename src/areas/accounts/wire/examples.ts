// Example values of the reference: by field, and of objects whose fields belong together.
import type { ExampleValues } from '#lib/openapi-examples.ts';

export const accountsExamples: ExampleValues = {
  fields: {
    access: ['eyJhbGciOiJFUzI1NiJ9...'],
    avatar: ['https://example.com/media/avatars/3fA9.webp'],
    browser: ['Firefox 145'],
    display_name: ['Ada Lovelace'],
    display_username: ['Ada Lovelace'],
    first_name: ['Ada'],
    initials: ['AL'],
    ip: ['203.0.113.10'],
    is_current: [true],
    last_name: ['Lovelace'],
    otp: ['123456'],
    position: ['Engineer'],
    refresh: ['eyJhbGciOiJFUzI1NiJ9...'],
    roles: [[]],
    system: ['Linux'],
    user_agent: ['my-program/1.0'],
  },
  objects: {
    User: { id: 42 },
  },
};
