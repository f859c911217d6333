import { buildIfStale } from './build/build-if-stale.ts';

if (!(await buildIfStale())) console.log('The build is up to date.');
