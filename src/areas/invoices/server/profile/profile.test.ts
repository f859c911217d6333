import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createInvoice,
  frenchPerson,
  germanCompany,
  profilePath,
  saveProfile,
} from '#test/factories/invoices.ts';
import { blockPage, type Fault } from '#test/fakes/providers/serve-provider.ts';
import { type FakeVies, startVies, viesErrors } from '#test/fakes/providers/vies.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { taxNumberRules } from '../../wire/tax-number-digits.form.ts';
import { splitVatNumber } from '../../wire/tax-numbers.form.ts';
import { createVies } from '../vies/vies.ts';

const t = useApp();

describe('the billing profile', () => {
  test('is missing until it is saved, and is replaced as a whole', async () => {
    const who = await t.signIn('profile@example.com', { country: null });
    expect((await send(t, 'GET', profilePath, undefined, who)).status).toBe(204);
    const saved = await saveProfile(t, who, { ...germanCompany, tax_number: '136 695 976' });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        tax_number: 'DE136695976',
        tax_number_label: 'VAT number',
        tax_number_status: 'format',
        tax_checked_at: null,
      },
    });
    await saveProfile(t, who, frenchPerson);
    const { body } = await send(t, 'GET', profilePath, undefined, who);
    expect(body).toMatchObject({ ...frenchPerson, tax_number_status: 'none' });
  });

  test('belongs to the one who is signed in', async () => {
    const who = await t.signIn('mine@example.com');
    const other = await t.signIn('theirs@example.com', { country: null });
    await saveProfile(t, who, germanCompany);
    expect((await send(t, 'GET', profilePath, undefined, other)).status).toBe(204);
    await send(t, 'DELETE', profilePath, undefined, other);
    expect((await send(t, 'GET', profilePath, undefined, who)).status).toBe(200);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect((await send(t, method, profilePath, germanCompany)).status).toBe(401);
  });

  test('can be deleted, also twice', async () => {
    const who = await t.signIn('deleted@example.com');
    await saveProfile(t, who, germanCompany);
    expect((await send(t, 'DELETE', profilePath, undefined, who)).status).toBe(204);
    expect((await send(t, 'DELETE', profilePath, undefined, who)).status).toBe(204);
    expect((await send(t, 'GET', profilePath, undefined, who)).status).toBe(204);
  });

  test('is not deleted once there are invoices, but everything except the country can be', async () => {
    const who = await t.signIn('charged@example.com');
    await saveProfile(t, who, germanCompany);
    await createInvoice(t, who, '5.00');
    expect(await send(t, 'DELETE', profilePath, undefined, who)).toMatchObject({
      status: 409,
      body: { code: 'billing_profile_in_use' },
    });
    const rest = { kind: 'person', country: 'DE', email: 'ada@example.com' };
    expect(await saveProfile(t, who, rest)).toMatchObject({
      status: 200,
      body: { name: '', line1: '', city: '', tax_number: '', country: 'DE' },
    });
  });

  test('of a company in the EU has a VAT number, or says that there is none', async () => {
    const who = await t.signIn('numbered@example.com');
    const company = { kind: 'company', name: 'Ada', country: 'DE', email: 'ada@example.com' };
    const refused = await saveProfile(t, who, company);
    expect(refused).toMatchObject({
      status: 400,
      body: { tax_number: ['Enter the VAT number, or say that the company has none.'] },
    });
    const saved = await saveProfile(t, who, { ...company, has_no_tax_number: true });
    expect(saved).toMatchObject({ status: 200, body: { has_no_tax_number: true } });
    const both = { ...company, has_no_tax_number: true, tax_number: 'DE136695976' };
    expect((await saveProfile(t, who, both)).status).toBe(400);
    const outside = await saveProfile(t, who, { ...company, country: 'JP' });
    expect(outside).toMatchObject({ status: 200, body: { has_no_tax_number: false } });
  });

  test.each([
    ['a tax number with a wrong check digit', { tax_number: 'DE136695975' }, 'tax_number'],
    ['a tax number of a person', { kind: 'person' }, 'tax_number'],
    ['a postal code of another country', { postal_code: 'SW1A 1AA' }, 'postal_code'],
    ['an unknown country', { country: 'XX' }, 'country'],
    ['a company without a name', { name: ' ' }, 'name'],
    ['an address without a street', { line1: '' }, 'line1'],
    ['an address without a city', { city: '' }, 'city'],
    ['no state where one is needed', { country: 'US', postal_code: '94105' }, 'region'],
    ['no address for mails', { email: 'nobody' }, 'email'],
  ])('refuses %s', async (_, change, field) => {
    const who = await t.signIn(`refused-${field}-${JSON.stringify(change).length}@example.com`);
    const reply = await saveProfile(t, who, { ...germanCompany, ...change });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body)).toContain(field);
  });
});

describe('VIES', () => {
  let register: FakeVies;
  beforeAll(async () => {
    register = await startVies({ registered: ['DE136695976', 'ATU13585627'] });
  });
  afterAll(() => register.close());
  beforeEach(() => register.reset());
  const seller = {
    taxNumbers: [
      { scheme: 'domestic' as const, country: 'AT', number: 'ATU13585627', since: '2020-01-01' },
    ],
  };
  const reports: (string | null)[] = [];
  const report = async (reason: string | null) => void reports.push(reason);
  const ask = (number: string) =>
    createVies({ VIES_URL: register.settings.VIES_URL }, seller, report)!(number);

  test('confirms a number with a consultation number, asked by the seller', async () => {
    expect(await ask('DE136695976')).toEqual({
      status: 'registered',
      consultation: expect.stringMatching(/^WAPI\w+$/),
    });
    expect(register.calls[0]).toContain(
      '/ms/DE/vat/136695976?requesterMemberStateCode=AT&requesterNumber=U13585627',
    );
    expect(await ask('DE811569869')).toMatchObject({ status: 'unknown' });
  });

  test.each(Object.values(taxNumberRules).map(({ example }) => example))(
    'takes %s as we write it',
    async (number) => {
      const answered = await ask(number);
      if (splitVatNumber(number)) expect(answered?.status).not.toBe('unconfirmed');
      else expect(answered).toBeUndefined();
    },
  );

  test.each(viesErrors)('that says %s leaves a number unconfirmed', async (error) => {
    register.failNextVerdicts(error);
    expect(await ask('DE136695976')).toEqual({ status: 'unconfirmed' });
  });

  test.each<[string, Fault]>([
    ['fails', { status: 500, body: 'oops' }],
    ['says something else', { status: 200, body: [] }],
    ['refuses in its other shape', { status: 200, body: { actionSucceed: false } }],
    ['is behind a guard', blockPage('cloudflare')],
    ['hangs up', 'drop'],
  ])('that %s leaves a number unconfirmed', async (_, fault) => {
    register.failNext(fault);
    expect(await ask('DE136695976')).toEqual({ status: 'unconfirmed' });
  });

  test('is not asked about numbers of other countries, and not at all without an address', async () => {
    expect(await ask('CHE107787577')).toBeUndefined();
    expect(register.calls).toEqual([]);
    expect(createVies({ VIES_URL: undefined }, seller, report)).toBeUndefined();
  });

  test('that refuses our own number is asked without it, and staff learn of it', async () => {
    reports.length = 0;
    register.registered.delete('ATU13585627');
    expect(await ask('DE136695976')).toEqual({ status: 'registered', consultation: '' });
    expect(register.calls.map((path) => path.includes('requester'))).toEqual([true, false]);
    expect(reports).toEqual(['INVALID_REQUESTER_INFO']);
    register.registered.add('ATU13585627');
    expect(await ask('DE136695976')).toMatchObject({
      consultation: expect.stringMatching(/^WAPI\w+$/),
    });
    expect(reports).toEqual(['INVALID_REQUESTER_INFO', null]);
  });
});

describe('with VIES', () => {
  let register: FakeVies;
  beforeAll(async () => {
    register = await startVies();
    t.areas.invoices.vies = createVies(
      { VIES_URL: register.settings.VIES_URL },
      t.areas.invoices.seller,
      async () => undefined,
    );
  });
  afterAll(async () => {
    t.areas.invoices.vies = undefined;
    await register.close();
  });

  test('a number is asked about once, and again while there is no answer', async () => {
    const who = await t.signIn('vies@example.com');
    register.away.add('DE');
    const first = await saveProfile(t, who, germanCompany);
    expect(first.body).toMatchObject({ tax_number_status: 'unconfirmed', tax_consultation: '' });
    register.away.delete('DE');
    await t.jobs.runSchedule('invoices.confirm_numbers');
    const read = await send(t, 'GET', profilePath, undefined, who);
    expect(read.body).toMatchObject({
      tax_number_status: 'registered',
      // We have no VAT number of our own in these tests.
      tax_consultation: '',
      tax_checked_at: t.clock.now().toISOString(),
    });
    const callsBefore = register.calls.length;
    await saveProfile(t, who, { ...germanCompany, reference: 'PO-4712' });
    expect(register.calls.length).toBe(callsBefore);
  });
});
