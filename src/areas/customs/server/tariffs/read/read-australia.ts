// Schedule 3 of the Australian working tariff, the table of each chapter saved as CSV: Reference
// Number, Statistical Code, Unit, Goods, Rate# and Tariff concession orders, as on the site of
// the Australian Border Force and in public copies. A rate may be followed by those of lists of
// countries: "5% DCS:4% DCT:5%". Rates of free trade agreements are in other schedules.
import type { TariffMeasure, TariffReading, TariffRecord } from '../tariff-model.ts';
import { readSeason } from './duty/season.ts';
import { addProblem, csvRows, type Problems, startReading } from './files/files.ts';
import { codeRecord, dutyReader, measureRecord, readDigits, splitDashes } from './files/records.ts';

const columns = {
  required: ['Reference Number', 'Goods', 'Rate'],
  optional: ['Statistical Code', 'Unit'],
  isByBeginning: true,
};
const parse = dutyReader({ currency: 'AUD' });

export const readAustralia = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  let code: string | null = null;
  for await (const { line, cell } of csvRows(file, columns, problems)) {
    const reference = cell('Reference Number').replace(/[*#]+$/, '');
    const { dashes, rest } = splitDashes(cell('Goods'));
    const goods = { descriptions: { en: rest.replaceAll(/\s+/g, ' ') }, indent: dashes };
    const units = /[a-z]/i.test(cell('Unit')) ? [cell('Unit')] : [];
    if (reference !== '') {
      code = readDigits(reference);
      if (code === null) {
        addProblem(problems, line, 'The reference number is not a number.');
        continue;
      }
      const isDeclarable = code.length === 8 && cell('Rate') !== '';
      yield codeRecord({ ...goods, code, isDeclarable, units });
      yield* readMeasures(code, cell('Rate'), goods.descriptions.en);
    }
    const statistical = cell('Statistical Code');
    // A row without a reference number divides the one above it for statistics.
    if (code?.length === 8 && /^\d\d$/.test(statistical)) {
      yield codeRecord({ ...goods, code: `${code}${statistical}`, isDeclarable: true, units });
    } else if (reference === '' && statistical !== '') {
      addProblem(problems, line, 'The statistical code has no reference number above it.');
    }
  }
}

function* readMeasures(code: string, rates: string, goods: string): Generator<TariffMeasure> {
  const [general = '', ...listed] = rates
    .replaceAll(/\s+/g, ' ')
    .split(/,? ?\b([A-Z]{2,4}) ?: ?/)
    .map((part) => part.trim());
  const season = readSeason(goods);
  if (general !== '') {
    const duty = parse(general);
    yield measureRecord({ code, kind: 'third_country', duty, text: general, season });
  }
  for (let at = 0; at + 1 < listed.length; at += 2) {
    const [list = '', text = ''] = listed.slice(at, at + 2);
    const duty = parse(text);
    const of = { kind: 'preference', programme: list, origin: list } as const;
    yield measureRecord({ code, ...of, duty, text, season });
  }
}
