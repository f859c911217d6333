// npm run ledger -- verify | seal
import { type LedgerReport, sealJournals, verifyLedger } from '#areas/ledger/server/index.ts';
import { withKernel } from './with-kernel.ts';

const usage = `Usage: npm run ledger -- verify   (checks everything; exits with 1 if not sound)
       npm run ledger -- seal     (seals journals of any age; find out first why they lack it)`;

const [command, ...rest] = process.argv.slice(2);
if (command === 'verify' && rest.length === 0)
  await withKernel(async (kernel) => {
    const report = await verifyLedger(kernel);
    print(report);
    if (!report.isSound) process.exitCode = 1;
  });
else if (command === 'seal' && rest.length === 0)
  await withKernel(async (kernel) => {
    console.log(`Sealed ${await sealJournals(kernel, { isComplete: true })} journals.`);
  });
else {
  console.error(usage);
  process.exitCode = 1;
}

function print({ trialBalance, sealed, head, debts, problems, isSound }: LedgerReport): void {
  for (const { currency, kind, label, accounts, sum } of trialBalance) {
    const name = `${kind} ${label}`.trim().padEnd(32);
    console.log(
      `${currency.padEnd(10)} ${name} ${String(accounts).padStart(8)} ${sum.padStart(28)}`,
    );
  }
  console.log(`${sealed} journals sealed, head ${head}`);
  console.log(`${debts} wallets in debt`);
  for (const problem of problems) console.error(problem);
  console.log(isSound ? 'The ledger is sound.' : 'The ledger is NOT sound.');
}
