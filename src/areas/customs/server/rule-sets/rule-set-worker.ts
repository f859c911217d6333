// Runs in a worker thread; see rule-set-checker.ts.
export { runExamples as default } from './validate-for-publishing.ts';
