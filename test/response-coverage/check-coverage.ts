// Run after the tests: fails with a list of declared responses that no test has seen, of
// changes by staff whose audit entries never named a subject, and of amounts that lack decimals.
import { changesWithoutSubject, shortAmounts, untestedResponses } from './response-coverage.ts';

const missing = untestedResponses();
for (const line of missing) console.error(`not tested: ${line}`);
const unnamed = changesWithoutSubject();
for (const line of unnamed) console.error(`no audit entry names the subject of ${line}`);
const short = shortAmounts();
for (const line of short) console.error(`an amount lacks decimals of its currency: ${line}`);
process.exitCode = missing.length + unnamed.length + short.length > 0 ? 1 : 0;
