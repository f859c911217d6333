// Run after the tests: fails with a list of declared responses that no test has seen, and of
// changes by staff whose audit entries never named a subject.
import { changesWithoutSubject, untestedResponses } from './response-coverage.ts';

const missing = untestedResponses();
for (const line of missing) console.error(`not tested: ${line}`);
const unnamed = changesWithoutSubject();
for (const line of unnamed) console.error(`no audit entry names the subject of ${line}`);
process.exitCode = missing.length + unnamed.length > 0 ? 1 : 0;
