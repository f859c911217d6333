// What other areas may use of accounts.
export {
  findByEmail as findAccountByEmail,
  findById as findAccount,
  listEmailsByRole,
  listRoles as readRolesOf,
} from './account-store.ts';
export {
  type Accounts,
  accountDeleted,
  accountRegistered,
  openAccounts,
  originOf,
} from './accounts.ts';
export { alertAddresses, mailStaff } from './emails/staff-mail.ts';
export { accountJobs } from './jobs.ts';
export { findPeople, listPeopleByRole, type Person } from './people-store.ts';
export { unansweredMessages } from './profile.ts';
export { sendSignInMail } from './request-code.ts';
export { accountRoutes } from './routes.ts';
export { seedAccounts } from './seed.ts';
export { createSessions } from './sessions.ts';
export {
  type AccountRecord,
  endImpersonation,
  eraseAccount,
  findAccountToChange,
  impersonate,
  listTracesOf,
  personalDataOf,
  setRoles,
  setSuspended,
  signOutAccount,
} from './staff-accounts.ts';
export { addStaff, listStaff, removeStaff } from './staff-roles.ts';
export {
  type AccountFilter,
  countJoined,
  listAccounts,
  listImpersonations,
  readAccounts,
} from './staff-store.ts';
