// After the tests: fails with a list of the answers that the contracts declare and no test has
// seen, and of the changes by staff of which the audit log never said what they are about.
import { missingTests, unnamedChanges } from './endpoint-coverage.ts';

const missing = missingTests();
for (const line of missing) console.error(`no test has seen  ${line}`);
const unnamed = unnamedChanges();
for (const line of unnamed) console.error(`the audit log names no subject of  ${line}`);
process.exitCode = missing.length + unnamed.length > 0 ? 1 : 0;
