// The permissions of staff roles. Contracts take their roles from this table, and screens hide what
// it does not allow. Admins may do everything.
export const roles = ['support', 'sales', 'finance', 'admin'] as const;
export type Role = (typeof roles)[number];

export const staffPermissions = {
  'overview.read': ['support', 'sales', 'finance'],
  'users.read': ['support', 'sales', 'finance'],
  'users.suspend': ['support'],
  'users.sign_out': ['support'],
  'users.mail': ['support'],
  'users.impersonate': ['support'],
  'users.roles': ['admin'],
  'users.export': ['admin'],
  'users.erase': ['admin'],
  'users.revoke_keys': ['admin'],
  'users.disable_webhooks': ['support'],
  'apps.read': ['support'],
  'apps.disable': ['support'],
  'impersonations.read': ['admin'],
  'leads.work': ['sales'],
  'leads.delete': ['admin'],
  'tickets.work': ['support'],
  'tickets.delete': ['admin'],
  'payments.review': ['finance', 'support'],
  'payments.decide': ['finance'],
  'ledger.read': ['finance'],
  'figures.read': ['finance'],
  'subscriptions.suspend': ['finance'],
  'tariffs.read': ['support', 'sales', 'finance'],
  'tariffs.write': ['admin'],
  'proxies.read': ['support'],
  'proxies.write': ['admin'],
  'calculations.read': ['support'],
  'rules.read': ['support'],
  'rules.write': ['admin'],
  'incidents.work': ['support'],
  'schema.read': ['support', 'sales', 'finance'],
  'system.read': ['admin'],
  'system.repair': ['admin'],
  'audit.read': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type StaffPermission = keyof typeof staffPermissions;

/** A contract's `permission`. */
export const staffOnly = <P extends StaffPermission>(staff: P) => ({ staff });

export const staffMay = (roles: readonly Role[], name: StaffPermission): boolean =>
  roles.includes('admin') || staffPermissions[name].some((role: Role) => roles.includes(role));

/** Only admins may change accounts of staff: other roles could lock out all admins. */
export const mayActOn = (roles: readonly Role[], rolesOfAccount: readonly Role[]): boolean =>
  roles.includes('admin') || rolesOfAccount.length === 0;
