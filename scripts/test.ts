import { runNpmTest } from './checks.ts';
import { summarize } from './steps.ts';

await runNpmTest();
process.exitCode = summarize();
