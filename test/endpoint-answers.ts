// After the tests: fails with a list of the answers that the contracts declare and no test has seen.
import { missingTests } from './endpoint-coverage.ts';

const missing = missingTests();
for (const line of missing) console.error(`no test has seen  ${line}`);
process.exitCode = missing.length > 0 ? 1 : 0;
