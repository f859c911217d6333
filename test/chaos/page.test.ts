import { expect, test } from 'vitest';
import { toPage } from './page.ts';

test('the page of a run says what was killed, the gaps, and what was violated', () => {
  const report = {
    rows: [{ name: 'app killed', times: 2, worstGapMs: 1540, result: 'ok' }],
    findings: [
      { what: 'nothing is lost', figure: '7 of 7', isViolated: false },
      { what: 'nothing is doubled', figure: '1: a|b', isViolated: true },
    ],
    kills: { app: 2, worker: 3, database: 4 },
    acknowledged: 7,
    minutes: 41.4,
    logFolder: '',
  };
  const page = toPage(report, { seed: 5, where: 'Measured here.' });
  expect(page).toContain('Measured here. Seed 5, 41 minutes.');
  expect(page).toContain('9 kills: 2 of the app, 3 of the worker, 4 of the database.');
  expect(page).toContain('| app killed | 2 | 1.5 s | ok |');
  expect(page).toContain('| nothing is lost | 7 of 7 | ok |');
  expect(page).toContain('| nothing is doubled | 1: a\\|b | VIOLATED |');
});
