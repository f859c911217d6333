// Admins by the configuration that the journeys run with.
export const staffNames = ['admin', 'boss', 'rules-author', 'rules-reviewer'] as const;
export type StaffName = (typeof staffNames)[number];
export const addressOf = (name: StaffName) => `${name}@example.com`;
