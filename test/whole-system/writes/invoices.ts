import {
  createInvoice,
  germanCompany,
  profilePath,
  saveProfile,
} from '../../factories/invoices.ts';
import type { TestApp } from '../../harness.ts';
import { newCustomer, newStaff, type Write, type Writes } from './write.ts';

const invoicePath = '/apix/admin/invoices/:number/';

async function withInvoice(t: TestApp): Promise<Write> {
  const { number } = await createInvoice(t, await newCustomer(t), '19.00');
  return { who: await newStaff(t, 'finance'), params: { number }, body: { reason: 'A mistake' } };
}

export const invoiceWrites: Writes = {
  [`PUT ${profilePath}`]: async (t) => ({ who: await newCustomer(t), body: germanCompany }),
  [`DELETE ${profilePath}`]: async (t) => {
    const who = await newCustomer(t);
    await saveProfile(t, who, germanCompany);
    return { who };
  },
  [`POST ${invoicePath}replace/`]: withInvoice,
  [`POST ${invoicePath}credit/`]: withInvoice,
};
