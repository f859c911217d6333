// What other areas may use of accounts.
export {
  findByEmail as findAccountByEmail,
  findById as findAccount,
  listEmailsByRole,
} from './account-store.ts';
export { type Accounts, accountDeleted, accountRegistered, openAccounts } from './accounts.ts';
export { accountJobs } from './jobs.ts';
export { unansweredMessages } from './profile.ts';
export { accountRoutes } from './routes.ts';
export { seedAccounts } from './seed.ts';
export { createSessions } from './sessions.ts';
export { addStaff, listStaff, removeStaff } from './staff-roles.ts';
