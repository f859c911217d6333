/** The scopes of API keys. */
export const scopes = [
  'billing:read',
  'payments:read',
  'profile:read',
  'support:write',
  'customs',
  'proxy',
  'proxy:credentials',
  'speech',
] as const;
export type Scope = (typeof scopes)[number];
