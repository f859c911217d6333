import { runChecks, runChecksOfChange } from './checks.ts';
import { summarize } from './steps.ts';

await (process.argv.includes('--changed') ? runChecksOfChange() : runChecks());
process.exitCode = summarize();
