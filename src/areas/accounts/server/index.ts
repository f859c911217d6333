// The public interface of the area for other areas.
export {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  insertAccount,
  listEmailsByRole,
  listPictureKeys,
  listRoles,
} from './account-store.ts';
export {
  type Accounts,
  accountDeleted,
  accountRegistered,
  createAccounts,
  type Origin,
  readOrigin,
} from './accounts.ts';
export { alertAddresses, mailStaff } from './emails/staff-mail.ts';
export { accountJobs } from './jobs.ts';
export { copyAccount } from './profile/copy-account.ts';
export { findPeople, listPeopleByRole, type Person } from './profile/people-store.ts';
export { unansweredMessages } from './profile/profile.ts';
export { accountRoutes } from './routes.ts';
export { seedAccounts } from './seed.ts';
export { cachedAccount, createSessions } from './sessions/sessions.ts';
export { sendSignInMail } from './sign-in/request-code.ts';
export {
  type AccountFilter,
  countSignupsByDay,
  listAccounts,
  listAccountsAfter,
} from './staff-accounts/account-list-store.ts';
export { listImpersonations } from './staff-accounts/impersonation-store.ts';
export { endImpersonation, startImpersonation } from './staff-accounts/impersonations.ts';
export {
  type AccountRecord,
  eraseAccount,
  exportAccount,
  listSessionsAndActivity,
  lockAccount,
  setRoles,
  setSuspended,
  signOutAccount,
} from './staff-accounts/staff-accounts.ts';
export { addStaff, listStaff, removeStaff } from './staff-accounts/staff-roles.ts';
