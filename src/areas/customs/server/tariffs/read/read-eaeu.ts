// The Common Customs Tariff of the Eurasian Economic Union, its table saved as CSV (UTF-8). The
// table of the Eurasian Economic Commission has four columns: the code, the name of the goods,
// the supplementary unit, and the rate, "in per cent of the customs value, or in euro, or in US
// dollars": "5", "0,36 евро за 1 кг", "10, но не менее 1,88 евро за 1 кг". A mark of a note
// behind a rate, such as 52С, leaves the rate unread.
import type { TariffReading, TariffRecord } from '../tariff-model.ts';
import { readSeason } from './duty/season.ts';
import { addProblem, csvRows, type Problems, startReading } from './files/files.ts';
import { codeRecord, dutyReader, measureRecord, readDigits, splitDashes } from './files/records.ts';

const columns = {
  required: ['Код ТН ВЭД', 'Наименование', 'Ставка ввозной таможенной пошлины'],
  optional: ['Доп. ед'],
  isByBeginning: true,
};
const parse = dutyReader({ currency: 'EUR', bare: 'percent', hasDecimalComma: true });

export const readEaeu = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  for await (const { line, cell } of csvRows(file, columns, problems)) {
    const text = cell('Ставка ввозной таможенной пошлины').replaceAll(/\s+/g, ' ');
    const code = readDigits(cell('Код ТН ВЭД'));
    const isGroup = cell('Код ТН ВЭД') === '';
    if (code === null) {
      if (!isGroup) addProblem(problems, line, 'The code is not a number.');
      else if (text !== '') addProblem(problems, line, 'A rate has no code.');
      continue;
    }
    const { dashes, rest } = splitDashes(cell('Наименование'));
    const unit = cell('Доп. ед');
    yield codeRecord({
      code,
      indent: dashes,
      isDeclarable: code.length === 10,
      descriptions: { ru: rest.replaceAll(/\s+/g, ' ') },
      units: /\p{L}/u.test(unit) ? [unit] : [],
    });
    if (!/[\p{L}\d]/u.test(text)) continue;
    const season = readSeason(rest);
    yield measureRecord({ code, kind: 'third_country', duty: parse(text), text, season });
  }
}
