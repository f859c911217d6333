// The admins in the configuration of the browser tests.
export const staffNames = ['admin', 'boss', 'rules-author', 'rules-reviewer'] as const;
export type StaffName = (typeof staffNames)[number];
export const addressOf = (name: StaffName) => `${name}@example.com`;
