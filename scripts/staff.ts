// npm run staff -- list | add EMAIL [ROLE ...] | remove EMAIL [ROLE ...]
import { addStaff, listStaff, removeStaff } from '#areas/accounts/server/index.ts';
import { emailPattern, normalizeEmail } from '#lib/email-address.ts';
import { type Role, roles } from '#lib/staff-permissions.ts';
import { withKernel } from './with-kernel.ts';

const usage = `Usage: npm run staff -- list
       npm run staff -- add EMAIL [ROLE ...]      (without a role: admin)
       npm run staff -- remove EMAIL [ROLE ...]   (without a role: all)
Roles: ${roles.join(', ')}`;

const [command, address = '', ...words] = process.argv.slice(2);
const email = normalizeEmail(address);
const unknown = words.filter((word) => !roles.includes(word as Role));
const isUsable =
  command === 'list' ||
  (['add', 'remove'].includes(command ?? '') && emailPattern.test(email) && unknown.length === 0);

if (isUsable)
  await withKernel(async (_, { accounts }) => {
    if (command === 'add')
      await addStaff(accounts, email, words.length ? (words as Role[]) : ['admin']);
    if (command === 'remove') {
      const wasKnown = await removeStaff(
        accounts,
        email,
        words.length ? (words as Role[]) : [...roles],
      );
      if (!wasKnown) throw new Error(`No account has the address ${email}.`);
    }
    const staff = await listStaff(accounts);
    for (const one of staff) console.log(`${one.email}  ${one.roles}`);
    if (staff.length === 0) console.log('No staff yet.');
  });
else {
  console.error(unknown.length ? `Unknown role: ${unknown.join(', ')}.\n${usage}` : usage);
  process.exitCode = 1;
}
