// Admins by the configuration of the server, one for each worker: a worker that failed has a
// successor with the next number.
const adminsMax = 200;
export const toAdminEmail = (worker: number) => `admin${worker}@example.com`;
export const admins = Array.from({ length: adminsMax }, (_, worker) => toAdminEmail(worker));
