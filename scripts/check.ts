import { runChecks } from './steps.ts';

runChecks();
