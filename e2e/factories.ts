// States that journeys begin with, made over the API.
import { expect, type Page } from '@playwright/test';
import { petrolCar } from '../test/factories/petrol-car.ts';
import { scaledMs } from '../test/time-limits.ts';
import { type Call, type Session, uniqueEmail } from './person.ts';

type Customer = Pick<Session, 'call'>;

/** Adds money to the wallet, paid at the sandbox. Returns the payment. */
export async function topUp(page: Page, { call }: Customer, amount: number) {
  const started = { amount: String(amount), pay_currency: 'USD' };
  const payment = await call('POST', 'payments/payments', started);
  const paid = await page.request.post(payment.payment_url!, { form: { action: 'pay' } });
  expect(paid.ok()).toBe(true);
  const readStatus = async () => (await call('GET', `payments/payments/${payment.uuid}`)).status;
  await expect.poll(readStatus, { timeout: scaledMs(30_000) }).toBe('completed');
  return payment;
}

/** Buys the plan with $79 of the wallet. */
export async function buyPro(page: Page, customer: Customer): Promise<void> {
  await topUp(page, customer, 120);
  await customer.call('POST', 'billing/subscriptions', { tariff: 'pro' });
}

export const createTicket = ({ call }: Customer, subject: string) =>
  call('POST', 'support/tickets', { subject, message: 'The page stays **blank**.' });

export const createKey = async ({ call }: Customer, name: string): Promise<string> =>
  (await call('POST', 'billing/api-keys', { name })).key!;

export async function submitLead(call: Call, name = 'Robin Sample') {
  const email = uniqueEmail();
  await call('POST', 'leads/leads/submit', {
    name,
    email,
    message: 'We need duties at the checkout of our shop.',
    site_url: 'http://127.0.0.1/company/contact',
    elapsed_ms: 4000,
  });
  return email;
}

/** One object of each kind with its own screen; the invoice of the plan follows within a minute. */
export async function fillAccount(page: Page, customer: Customer): Promise<void> {
  const { call } = customer;
  await buyPro(page, customer);
  await call('POST', 'webhooks/endpoints', { url: 'http://127.0.0.1:9/events' });
  await call('POST', 'payments/withdrawals', {
    amount: '20',
    destination: 'bank',
    holder: 'Ada Lovelace',
    iban: 'DE89370400440532013000',
  });
  await call('POST', 'payments/payments', { amount: '40', pay_currency: 'btc' });
  await createTicket(customer, 'A very long subject of one ticket');
  await createKey(customer, 'narrow');
  await call('POST', 'data_proxy/resources', { name: 'narrow', target_hosts: ['example.com'] });
  await call('POST', 'data_customs/vehicle-calculation', petrolCar);
  await submitLead(call);
}

/** Waits for the job that writes invoices once a minute. */
export const hasInvoice = ({ call }: Customer) =>
  expect
    .poll(async () => (await call('GET', 'invoices')).count, { timeout: scaledMs(90_000) })
    .toBeGreaterThan(0);
