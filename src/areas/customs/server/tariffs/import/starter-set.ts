// The codes that come with the product, for a start without any import. They are a version like any
// other, so that there is one way to search.
import { createHash } from 'node:crypto';
import type { Kernel } from '#kernel/kernel.ts';
import codes from '../../../tariffs/hs-codes.json' with { type: 'json' };
import { everywhere, starterSource } from '../../../wire/tariffs/tariffs.constants.ts';
import { synonymWords } from '../codes/synonyms.ts';
import type { TariffReading, TariffRecord } from '../tariff-model.ts';
import {
  findVersion,
  insertEvent,
  supersedeOlder,
  updateVersion,
} from '../versions/tariff-version-store.ts';
import { saveTariff, saveWords } from './save-tariff.ts';

const editionDate = '2022-01-01';

async function* listStarterRecords(): AsyncGenerator<TariffRecord> {
  for (const { code, description } of codes)
    yield {
      ...{ record: 'code', code, indent: 0, isDeclarable: true, units: [] },
      ...{ descriptions: { en: description }, validFrom: null, validTo: null },
    };
}

/** Also stores the words of the synonyms, which correct what is mistyped. */
export async function publishStarterSet({ work, clock }: Pick<Kernel, 'work' | 'clock'>) {
  const now = clock.now();
  const values = {
    ...{
      source: starterSource,
      jurisdiction: everywhere,
      title: 'starter set',
      status: 'imported',
    },
    ...{ publisher: 'The product', licence: 'Part of the product', url: '' },
    ...{ file_name: 'hs-codes.json', file_date: editionDate, effective_from: editionDate },
    sha256: createHash('sha256').update(JSON.stringify(codes)).digest('hex'),
    ...{ created_at: now, published_at: now },
  };
  await work.write(async (tx) => {
    await saveWords(tx, synonymWords());
    // Created here, because a repeated transaction reads it again.
    const reading: TariffReading = { records: listStarterRecords(), problems: [] };
    const id = await saveTariff(tx, values, reading);
    if (id === null) return;
    await supersedeOlder(tx, (await findVersion(tx, id))!);
    await updateVersion(tx, id, { status: 'published' });
    const event = { tariff_id: id, action: 'published', account_id: null, created_at: now };
    await insertEvent(tx, { ...event, note: 'Comes with the product' });
  });
}
