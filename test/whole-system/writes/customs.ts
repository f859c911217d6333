import { readRuleFiles } from '#areas/customs/server/rule-sets/rule-files.ts';
import { importTestTariff, tariffCode } from '../../factories/customs-tariffs.ts';
import { petrolCar } from '../../factories/petrol-car.ts';
import type { TestApp } from '../../harness.ts';
import { createVia, newCustomer, newStaff, type Write, type Writes } from './write.ts';

const inputs = {
  vehicle: petrolCar,
  custom: {
    destination_country: 'AE',
    currency: 'AED',
    incoterm: 'CIF',
    items: [{ description: 'Toys', hs_code: '950300', quantity: '1', value: '10000' }],
  },
};

function createWrites(kind: 'vehicle' | 'custom'): Writes {
  const folder = `/apix/data_customs/${kind}-calculation/`;
  const input = inputs[kind];
  const mine = async (t: TestApp) => ({ who: await newCustomer(t), body: input });
  async function saved(t: TestApp, body?: object): Promise<Write & { params: { id: string } }> {
    const who = await newCustomer(t);
    const { id } = await createVia(t, who, folder, input);
    return { who, params: { id }, ...(body && { body }) };
  }
  return {
    [`POST ${folder}calculate/`]: mine,
    [`POST ${folder}`]: mine,
    [`PUT ${folder}:id/`]: (t) => saved(t, input),
    [`PATCH ${folder}:id/`]: (t) => saved(t, { title: 'Renamed' }),
    [`DELETE ${folder}:id/`]: (t) => saved(t),
    [`POST ${folder}compare/`]: async (t) => ({
      who: await newCustomer(t),
      body: { base: input, scenarios: [{ label: 'One', changes: {} }] },
    }),
    [`POST ${folder}:id/share/`]: (t) => saved(t),
    [`DELETE ${folder}:id/share/`]: async (t) => {
      const one = await saved(t);
      await createVia(t, one.who!, `${folder}${one.params.id}/share/`);
      return one;
    },
  };
}

const versionsPath = '/apix/admin/rule-sets/';
let versions = 0;

/** The next version of a rule set that no other write has used. */
function nextVersion() {
  const ids = [...new Set(readRuleFiles().map(({ id }) => id))];
  const id = ids[versions++ % ids.length];
  const rules = structuredClone(readRuleFiles().findLast((one) => one.id === id)!);
  return { ...rules, version: rules.version + 1 };
}

/** A draft by one member of staff, for review by another. */
async function createDraft(t: TestApp) {
  await t.areas.customs.ruleSets.all();
  const rules = nextVersion();
  const { id } = await createVia(t, await newStaff(t), versionsPath, { rules });
  return { who: await newStaff(t), params: { id }, rules };
}

const tariffsPath = '/apix/admin/customs-tariffs/';
let tariffsImported = 0;

async function importTariff(t: TestApp) {
  const text = `${Date.now()} ${++tariffsImported}`;
  const { version } = await importTestTariff(t, {
    records: [tariffCode('950300', 0, 'Toys')],
    text,
    source: { name: 'parallel' },
  });
  return { who: await newStaff(t), params: { id: String(version.id) } };
}

const embedKeysPath = '/apix/data_customs/embed-keys/';
const embedKey = { name: 'Shop', origins: ['https://shop.example'], daily_quota: 10 };

async function createEmbedKey(t: TestApp) {
  const who = await newCustomer(t);
  const { id } = await createVia(t, who, embedKeysPath, embedKey);
  return { who, params: { id } };
}

const batchesPath = '/apix/data_customs/batches/';
const batchFile = `[${JSON.stringify({ reference: 'A', ...petrolCar })}]`;
const batch = {
  kind: 'vehicle',
  format: 'json',
  file_name: 'cars.json',
  file: Buffer.from(batchFile).toString('base64'),
};

async function createBatch(t: TestApp) {
  const who = await newCustomer(t);
  const { id } = await createVia(t, who, batchesPath, batch);
  return { who, params: { id } };
}

export const customsWrites: Writes = {
  ...createWrites('vehicle'),
  ...createWrites('custom'),
  'POST /apix/data_customs/demo/calculate/': async () => ({ who: null, body: petrolCar }),
  'PUT /apix/data_customs/hs-codes/:hs_code/saved/': async (t) => ({
    who: await newCustomer(t),
    params: { hs_code: '950300' },
    body: { description: 'Toys' },
  }),
  'DELETE /apix/data_customs/hs-codes/:hs_code/saved/': async (t) => {
    const who = await newCustomer(t);
    await t.app.inject({
      method: 'PUT',
      url: '/apix/data_customs/hs-codes/950300/saved/',
      headers: who.headers,
      payload: { description: 'Toys' },
    });
    return { who, params: { hs_code: '950300' } };
  },
  [`POST ${batchesPath}`]: async (t) => ({ who: await newCustomer(t), body: batch }),
  [`POST ${batchesPath}:id/cancel/`]: createBatch,
  [`DELETE ${batchesPath}:id/`]: async (t) => {
    const one = await createBatch(t);
    await createVia(t, one.who, `${batchesPath}${one.params.id}/cancel/`, {});
    return one;
  },
  [`POST ${embedKeysPath}`]: async (t) => ({ who: await newCustomer(t), body: embedKey }),
  [`PATCH ${embedKeysPath}:id/`]: async (t) => ({
    ...(await createEmbedKey(t)),
    body: { name: 'Renamed' },
  }),
  [`POST ${embedKeysPath}:id/revoke/`]: createEmbedKey,
  [`POST ${tariffsPath}:id/approve/`]: importTariff,
  [`POST ${tariffsPath}:id/publish/`]: async (t) => {
    const { who, params } = await importTariff(t);
    await createVia(t, await newStaff(t), `${tariffsPath}${params.id}/approve/`, {});
    return { who, params };
  },
  [`POST ${versionsPath}check/`]: async (t) => ({
    who: await newStaff(t),
    body: { rules: readRuleFiles()[0] },
  }),
  [`POST ${versionsPath}`]: async (t) => {
    await t.areas.customs.ruleSets.all();
    return { who: await newStaff(t), body: { rules: nextVersion() } };
  },
  [`PUT ${versionsPath}:id/`]: async (t) => {
    const { rules, ...draft } = await createDraft(t);
    return { ...draft, body: { rules, note: 'Mended' } };
  },
  [`POST ${versionsPath}:id/check/`]: createDraft,
  [`POST ${versionsPath}:id/review/`]: async (t) => ({
    ...(await createDraft(t)),
    body: { decision: 'approve' },
  }),
  [`POST ${versionsPath}:id/publish/`]: async (t) => {
    const { who, params } = await createDraft(t);
    await createVia(t, who, `${versionsPath}${params.id}/review/`, { decision: 'approve' });
    return { who, params };
  },
};
