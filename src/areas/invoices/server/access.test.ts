import { test } from 'vitest';
import { expectSignInNeeded } from '#test/access.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();
const ofStaff = '/apix/admin/invoices/';

test('strangers reach no invoices of staff', () =>
  expectSignInNeeded(t, [
    ['GET', ofStaff],
    ['GET', `${ofStaff}INV-2030-000001/`],
    ['GET', `${ofStaff}export/?from=2030-01-01&until=2030-01-31`],
    ['POST', `${ofStaff}INV-2030-000001/credit/`],
    ['POST', `${ofStaff}INV-2030-000001/replace/`],
  ]));
