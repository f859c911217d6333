// Imports a tariff from records, as if they had been read from an official file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { importTariff } from '#areas/customs/server/tariffs/import/import-tariff.ts';
import type {
  TariffCode,
  TariffMeasure,
  TariffRecord,
  TariffSource,
} from '#areas/customs/server/tariffs/tariff-model.ts';
import { publishByOperator } from '#areas/customs/server/tariffs/versions/publish-tariff.ts';
import type { TestApp } from '../harness.ts';

export const tariffCode = (
  code: string,
  indent: number,
  description: string,
  more: Partial<TariffCode> = {},
): TariffCode => ({
  record: 'code',
  code,
  indent,
  isDeclarable: true,
  descriptions: { en: description },
  units: [],
  validFrom: null,
  validTo: null,
  ...more,
});

/** A duty in percent on all origins, unless `more` says otherwise. */
export const tariffMeasure = (
  code: string,
  percent: number,
  more: Partial<TariffMeasure> = {},
): TariffMeasure => ({
  record: 'measure',
  code,
  kind: 'third_country',
  origin: '*',
  excludedOrigins: [],
  programme: null,
  additionalCode: null,
  quotaOrderNumber: null,
  duty: { t: 'adval', r: String(percent / 100) },
  text: `${percent} %`,
  conditions: [],
  season: null,
  validFrom: null,
  validTo: null,
  legalBase: null,
  ...more,
});

export const createSource = (
  records: readonly TariffRecord[],
  more: Partial<TariffSource> = {},
): TariffSource => ({
  name: 'test-tariff',
  jurisdiction: 'CH',
  title: 'Tariff of a test',
  publisher: 'A test',
  url: 'https://example.com/tariff',
  licence: 'None',
  formats: ['json'],
  read: () => ({
    records: (async function* () {
      yield* records;
    })(),
    problems: [],
  }),
  ...more,
});

type TestImport = {
  records: readonly TariffRecord[];
  source?: Partial<TariffSource>;
  effectiveFrom?: string;
  /** What is in the file: the same text is the same file. */
  text?: string;
  jurisdiction?: string;
};

export async function importTestTariff({ kernel }: Pick<TestApp, 'kernel'>, options: TestImport) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-tariff-'));
  const file = path.join(folder, 'tariff.json');
  writeFileSync(file, options.text ?? JSON.stringify(options.records));
  try {
    return await importTariff(kernel, {
      source: createSource(options.records, options.source),
      file,
      effectiveFrom: options.effectiveFrom ?? '2026-01-01',
      jurisdiction: options.jurisdiction,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Published by the operator. */
export async function publishTestTariff(
  t: Pick<TestApp, 'kernel' | 'areas'>,
  options: TestImport,
): Promise<number> {
  const { version } = await importTestTariff(t, options);
  await t.kernel.work.write((tx) => publishByOperator(t.kernel, tx, version.id));
  t.areas.customs.tariffs.clear();
  return version.id;
}
