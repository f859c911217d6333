import { runStep, summarize } from './steps.ts';

await runStep({ name: 'format', command: ['biome', 'check', '--write'] });
process.exitCode = summarize();
