// Importing a tariff of 200,000 codes, and searching it while a person types.

import type { Customs } from '#areas/customs/server/customs.ts';
import { searchHsCodes } from '#areas/customs/server/hs-codes/search-hs-codes.ts';
import { importTariff } from '#areas/customs/server/tariffs/import/import-tariff.ts';
import type { TariffRecord, TariffSource } from '#areas/customs/server/tariffs/tariff-model.ts';
import { publishByOperator } from '#areas/customs/server/tariffs/versions/publish-tariff.ts';
import { createTariffs } from '#areas/customs/server/tariffs/versions/tariffs-in-force.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/open-database.ts';
import type { Actor } from '#kernel/ports.ts';
import { openBenchDatabase, percentile95 } from './load/bench-database.ts';
import type { Row } from './load/rows.ts';

const codesMax = Number(process.env.BENCH_CODES ?? 200_000);
const callsMax = 100;
const country = 'CH';
const today = () => new Date().toISOString().slice(0, 10);

export default async function measureCustomsTariffs(): Promise<Row[]> {
  const database = await openBenchDatabase({ fsync: 'off' });
  try {
    const { seconds, measures } = await fill(database);
    const customs = { tariffs: createTariffs({ work: database.work, clock: systemClock }), today };
    return [
      {
        what: `importing ${codesMax} codes and ${measures} measures`,
        measured: seconds,
        unit: 's',
        limit: 60,
      },
      ...(await measureSearches(database, customs as unknown as Customs)),
    ];
  } finally {
    await database.close();
  }
}

async function fill({ work }: Database): Promise<{ seconds: number; measures: number }> {
  const startedMs = performance.now();
  // The source generates its records, so any file will do.
  const file = import.meta.filename;
  const { version } = await importTariff({ work, clock: systemClock }, { source, file });
  const seconds = (performance.now() - startedMs) / 1000;
  await work.write((tx) => publishByOperator({ clock: systemClock }, tx, version.id));
  const measures = Object.values(version.measures_by_kind).reduce((sum, count) => sum + count, 0);
  return { seconds, measures };
}

const page = { page: 1, pageSize: 30, offset: 0 };
const actor = { accountId: 1 } as Actor;

const searches: readonly (readonly [what: string, words: readonly string[]])[] = [
  ['a word', ['cotton', 'steel', 'valves', 'paper', 'machines']],
  ['three words', ['knitted cotton shirts', 'steel tubes seamless', 'machines for paper']],
  ['the name of common goods', ['sofa', 'mobile phone', 'футболка', 'Kühlschrank', 'tyre']],
  ['a mistyped word', ['cottton', 'telefones', 'vavles', 'mashines']],
  ['words that are never together', ['cotton valves zinc', 'paper sofa']],
  ['digits', ['6109', '84', '847130', '8703.23']],
];

async function measureSearches(database: Database, customs: Customs): Promise<Row[]> {
  const search = (words: string) =>
    searchHsCodes(customs, database.read, actor, { search: words, country }, page);
  const rows: Row[] = [];
  for (const [what, words] of searches) {
    const call = (at: number) => search(words[at % words.length]!);
    for (let at = 0; at < 10; at++) await call(at);
    const measured = await percentile95(callsMax, call);
    rows.push({ what: `p95 of a search for ${what}`, measured, unit: 'ms', limit: 50 });
  }
  return rows;
}

const common = (
  'cotton steel valves paper machines knitted woven plastics rubber leather wood glass copper ' +
  'aluminium iron apparatus parts electric tubes pipes seamless shirts garments footwear fish ' +
  'meat fruit vegetables prepared preserved frozen dried fresh chemical organic acids salts ' +
  'pumps engines vehicles motor cycles instruments optical medical furniture seats toys games ' +
  'telephones zinc nickel tools wire cable insulated fabrics yarn fibres synthetic artificial'
).split(' ');
const syllables = 'ba co di fu ga ki lo me nu pa ri so ta ve xi zo'.split(' ');
/** Rare words, as names of chemicals are. */
const rareWord = (at: number) =>
  [0, 1, 2, 3].map((place) => syllables[(at >> (place * 4)) & 15]).join('');

/** The same numbers in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x7fffffff) * below);
  };
}

/** Headings of four digits with ten times ten subdivisions each. */
async function* generateRecords(): AsyncGenerator<TariffRecord> {
  const random = createRandom(7);
  const pick = () =>
    random(4) === 0 ? rareWord(random(30_000)) : common[random(random(common.length) + 1)]!;
  const phrase = (count: number) => Array.from({ length: count }, pick).join(' ');
  const headings = Math.ceil(codesMax / 111);
  for (let heading = 0; heading < headings; heading++) {
    const chapter = String(1 + Math.floor((heading * 96) / headings)).padStart(2, '0');
    const start = `${chapter}${String(heading % 100).padStart(2, '0')}`;
    yield createCode(start, 0, phrase(9));
    for (let six = 0; six < 10; six++) {
      yield createCode(`${start}${six}1`, 1, phrase(6));
      for (let eight = 0; eight < 10; eight++) {
        const code = `${start}${six}1${eight}1`;
        yield createCode(code, 2, phrase(4));
        yield createMeasure(code, 'third_country', '*', random(20));
        if (random(3) === 0) yield createMeasure(code, 'preference', 'KR', 0);
      }
    }
  }
}

const createCode = (code: string, indent: number, words: string): TariffRecord => ({
  record: 'code',
  code,
  indent,
  isDeclarable: indent === 2,
  units: ['kg'],
  descriptions: { en: words },
  validFrom: null,
  validTo: null,
});

const createMeasure = (
  code: string,
  kind: 'third_country' | 'preference',
  origin: string,
  percent: number,
): TariffRecord => ({
  record: 'measure',
  code,
  kind,
  origin,
  excludedOrigins: [],
  programme: null,
  additionalCode: null,
  quotaOrderNumber: null,
  conditions: [],
  season: null,
  validFrom: null,
  validTo: null,
  legalBase: null,
  text: `${percent} %`,
  duty: { t: 'adval', r: (percent / 100).toFixed(2) },
});

const source: TariffSource = {
  name: 'bench',
  jurisdiction: country,
  title: 'A generated tariff',
  publisher: 'Bench',
  url: 'https://example.com/',
  licence: 'None',
  formats: ['generated'],
  read: () => ({ records: generateRecords(), problems: [] }),
};
