import { runStep } from './steps.ts';

await runStep('format, safe fixes', ['biome', 'check', '--write']);
