import { runChecks } from './steps.ts';

await runChecks();
