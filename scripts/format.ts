import { runStep } from './steps.ts';

runStep('format, safe fixes', ['biome', 'check', '--write']);
