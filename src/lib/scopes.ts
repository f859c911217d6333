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
  'webhooks',
] as const;
export type Scope = (typeof scopes)[number];

/** Those that a person has to choose: they reveal passwords, or send what happens elsewhere. */
export const scopesOffAtFirst: readonly Scope[] = ['proxy:credentials', 'webhooks'];

export const scopesOnAtFirst = scopes.filter((scope) => !scopesOffAtFirst.includes(scope));

/** The scopes of a contract's permission: a key needs one of them. */
export const listScopes = ({ key }: { key: Scope | readonly Scope[] }): readonly Scope[] =>
  typeof key === 'string' ? [key] : key;
