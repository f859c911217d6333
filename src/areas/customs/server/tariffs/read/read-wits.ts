// Tariffs of many countries at six digits, as WITS (World Bank, from UNCTAD TRAINS) and the WTO
// write them in CSV: NomenCode, Reporter_ISO_N, Year, ProductCode, [Partner,] Sum_Of_Rates,
// Min_Rate, Max_Rate, SimpleAverage, TotalNoOfLines, Nbr_NA_Lines, Nbr_AVE_Lines,
// [Nbr_Pref_Lines, Nbr_MFN_Lines,] EstCode, as in public readers of the bulk files. A row
// summarises the national lines of a subheading: only where they all have one rate is that rate a
// duty.
import { Decimal } from '#lib/decimal.ts';
import type { Duty } from '../../engine/rules/duty-schema.ts';
import type { TariffReading, TariffRecord } from '../tariff-model.ts';
import { addProblem, csvRows, type Problems, type Row, startReading } from './files/files.ts';
import { codeRecord, measureRecord, readDigits } from './files/records.ts';

const columns = {
  required: ['NomenCode', 'Reporter_ISO_N', 'Year', 'ProductCode', 'Min_Rate', 'Max_Rate'],
  optional: ['Partner', 'SimpleAverage', 'Nbr_NA_Lines', 'Nbr_AVE_Lines', 'EstCode'],
};
const number = /^\d+(\.\d+)?$/;

export const readWits = (file: string): TariffReading =>
  startReading((problems) => records(file, problems));

async function* records(file: string, problems: Problems): AsyncGenerator<TariffRecord> {
  const seen = new Set<string>();
  let reporter: string | null = null;
  for await (const row of csvRows(file, columns, problems)) {
    const { line, cell } = row;
    const code = readDigits(cell('ProductCode').padStart(6, '0'));
    reporter ??= cell('Reporter_ISO_N');
    if (code?.length !== 6) addProblem(problems, line, 'The product is not six digits.');
    else if (!/^\d{4}$/.test(cell('Year'))) addProblem(problems, line, 'The year is not a year.');
    else if (cell('Reporter_ISO_N') !== reporter) {
      addProblem(problems, line, `The reporter is not ${reporter}: import one country at a time.`);
    } else {
      if (!seen.has(code)) {
        seen.add(code);
        yield codeRecord({ code, indent: 2, isDeclarable: true, descriptions: {} });
      }
      yield readMeasure(row, code);
    }
  }
}

function readMeasure({ cell }: Row, code: string): TariffRecord {
  const partner = cell('Partner');
  const isForAll = partner === '' || /^0+$/.test(partner);
  const text = `${cell('Min_Rate')} to ${cell('Max_Rate')} %`;
  return measureRecord({
    code,
    kind: isForAll ? 'third_country' : 'preference',
    origin: isForAll ? '*' : partner,
    duty: readDuty(cell),
    text: cell('Min_Rate') === cell('Max_Rate') ? `${cell('Min_Rate')} %` : text,
    conditions: [`Nomenclature ${cell('NomenCode')}`],
    validFrom: `${cell('Year')}-01-01`,
    validTo: `${cell('Year')}-12-31`,
  });
}

function readDuty(cell: Row['cell']): Duty {
  const [lowest, highest] = [cell('Min_Rate'), cell('Max_Rate')];
  if (!number.test(lowest) || !number.test(highest)) {
    return { t: 'unknown', why: 'The publication states no rate' };
  }
  const isNone = (count: string) => count === '' || Number(count) === 0;
  if (!isNone(cell('Nbr_NA_Lines')) || !isNone(cell('Nbr_AVE_Lines'))) {
    return { t: 'unknown', why: 'Some lines are not in per cent of the value' };
  }
  const rate = new Decimal(lowest).div(100);
  const duty: Duty = rate.isZero() ? { t: 'free' } : { t: 'adval', r: rate.toFixed() };
  if (new Decimal(lowest).eq(highest)) return duty;
  const why = `From ${lowest} % to ${highest} % by the national line`;
  return rate.isZero() ? { t: 'unknown', why } : { t: 'unknown', why, floor: duty };
}
