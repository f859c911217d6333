import { runChecks } from './steps.ts';

await runChecks({ isChangedOnly: process.argv.includes('--changed') });
