// Russia: section V-RU, and 2.1 for goods that a company imports.
import type { Decimal } from '#lib/decimal.ts';
import { Assessment, bracket, decimal, most, need, unknown, zero } from './assessment.ts';
import { inOwn } from './customs-value.ts';
import { startsWithOne } from './eu.ts';
import { dutyByTable, type Goods, type GoodsLine } from './goods.ts';
import { recyclingCoefficient } from './ru-recycling.ts';
import type { Vehicle } from './vehicle.ts';

const inRoubles = (vehicle: Vehicle, euros: Decimal) =>
  inOwn({ amount: euros.toFixed(), currency: 'EUR' }, vehicle.worth);

const isElectric = ({ powertrain }: Vehicle) => ['electric', 'series_hybrid'].includes(powertrain);
const isFromEngine = ({ powertrain }: Vehicle) =>
  ['petrol', 'diesel', 'hybrid', 'plugin_hybrid'].includes(powertrain);

/** Up to 3 years, by the value in euros: the share of the value, and euros per cubic centimetre. */
const newCars = [
  [8500, ['0.54', '2.5']],
  [16700, ['0.48', '3.5']],
  [42300, ['0.48', '5.5']],
  [84500, ['0.48', '7.5']],
  [169000, ['0.48', '15']],
] as const;
const usedCars = [
  [1000, ['1.5', '3.0']],
  [1500, ['1.7', '3.2']],
  [1800, ['2.5', '3.5']],
  [2300, ['2.7', '4.8']],
  [3000, ['3.0', '5.0']],
] as const;

function unifiedDuty(vehicle: Vehicle): Decimal {
  const { cc } = vehicle;
  if (vehicle.isOlderThan(3)) {
    const [from3, from5] = bracket<readonly [string, string]>(cc, usedCars, ['3.6', '5.7']);
    return inRoubles(vehicle, cc.times(vehicle.isOlderThan(5) ? from5 : from3));
  }
  const { cif } = vehicle;
  const row = newCars.find(([euros]) => cif.lte(inRoubles(vehicle, decimal(euros))));
  const [share, perCc] = row?.[1] ?? ['0.48', '20'];
  return most(cif.times(share), inRoubles(vehicle, cc.times(perCc)));
}

const petrolFrom3 = [
  [1000, '0.36'],
  [1500, '0.40'],
  [1800, '0.36'],
  [3000, '0.44'],
] as const;
const petrolFrom7 = [
  [1000, '1.4'],
  [1500, '1.5'],
  [1800, '1.6'],
  [3000, '2.2'],
] as const;
const dieselFrom3 = [
  [1500, '0.32'],
  [2500, '0.40'],
] as const;
const dieselFrom7 = [
  [1500, '1.5'],
  [2500, '2.2'],
] as const;

function tariffDuty(vehicle: Vehicle): Decimal {
  const { powertrain } = vehicle;
  if (powertrain === 'electric') return vehicle.cif.times('0.15');
  if (powertrain !== 'petrol' && powertrain !== 'diesel') return unknown();
  const isPetrol = powertrain === 'petrol';
  const { cc, cif } = vehicle;
  if (!vehicle.isOlderThan(3)) return cif.times(isPetrol && cc.gt(3000) ? '0.125' : '0.15');
  const isOld = vehicle.isOlderThan(7);
  const perCc = isOld
    ? bracket(cc, isPetrol ? petrolFrom7 : dieselFrom7, '3.2')
    : bracket(cc, isPetrol ? petrolFrom3 : dieselFrom3, '0.80');
  const specific = inRoubles(vehicle, cc.times(perCc));
  return isOld ? specific : most(cif.times('0.2'), specific);
}

const years = {
  2025: { excise: [61, 583, 955, 1628, 1685, 1740], vat: '0.2' },
  2026: { excise: [64, 613, 1004, 1711, 1771, 1829], vat: '0.22' },
} as const;
const chooseYear = (date: string) => years[date.startsWith('2025') ? 2025 : 2026];
const horsepowerBands = [90, 150, 200, 300, 400, 500];
const kilowattBands = [67.5, 112.5, 150, 225, 300, 375];

/** The 30-minute power of the motor, which a hybrid adds to that of its engine. */
const readMotor = (vehicle: Vehicle): Decimal => {
  const { powertrain } = vehicle;
  const hasMotor = isElectric(vehicle) || powertrain.includes('hybrid');
  return hasMotor ? decimal(need(vehicle.facts.power_30min_kw)) : zero;
};

/** By the bands of the unit that is stated. A horsepower of the tax is 0.75 kW. */
function excise(vehicle: Vehicle): Decimal {
  const { power_kw: kw, power_hp: hp } = vehicle.facts;
  const motor = readMotor(vehicle);
  const { excise: rates } = chooseYear(vehicle.date);
  const byBand = (power: Decimal, bounds: readonly number[], horsepower: Decimal) => {
    const exceeded = bounds.filter((bound) => power.gt(bound)).length;
    return horsepower.times(exceeded === 0 ? 0 : rates[exceeded - 1]!);
  };
  if (isElectric(vehicle)) return byBand(motor, kilowattBands, motor.div('0.75'));
  if (kw !== undefined) {
    const all = motor.plus(kw);
    return byBand(all, kilowattBands, all.div('0.75'));
  }
  const horsepower = motor.div('0.75').plus(need(hp));
  return byBand(horsepower, horsepowerBands, horsepower);
}

/** The bounds of the fee are horsepower, in kilowatts cut to two decimals. */
function readKilowatts(vehicle: Vehicle): Decimal {
  const { power_kw: kw, power_hp: hp } = vehicle.facts;
  const motor = readMotor(vehicle);
  if (isElectric(vehicle)) return motor;
  if (kw !== undefined) return motor.plus(kw);
  return decimal(need(hp)).times('0.7355').toDecimalPlaces(2, 1).plus(motor);
}

const feesOf2026 = [
  [200_000, 1231],
  [450_000, 2462],
  [1_200_000, 4924],
  [2_700_000, 13541],
  [4_200_000, 18465],
  [5_500_000, 21344],
  [10_000_000, 49240],
] as const;

const clearanceFee = (value: Decimal) => decimal(bracket<number>(value, feesOf2026, 73860));

function recyclingFee(vehicle: Vehicle, isPersonal: boolean): Decimal {
  const kilowatts = readKilowatts(vehicle);
  const isNew = !vehicle.isOlderThan(3);
  if (isPersonal) {
    const isFavoured = isElectric(vehicle)
      ? kilowatts.lte('58.84')
      : kilowatts.lte('117.68') && vehicle.cc.lte(3000);
    if (isFavoured) return decimal(isNew ? 3400 : 5200);
  }
  const cc = isElectric(vehicle) ? null : vehicle.cc;
  return decimal(recyclingCoefficient(kilowatts, cc)[isNew ? 0 : 1]).times(20_000);
}

function assertCar({ category, powertrain }: Vehicle): void {
  if (!['car', 'motorhome'].includes(category) || powertrain === 'hydrogen') unknown();
}

export function vehicleOfRussianResident(vehicle: Vehicle) {
  const result = new Assessment();
  const car = (amount: () => Decimal) => () => {
    assertCar(vehicle);
    return amount();
  };
  const ofElectric = (amount: () => Decimal) => car(() => (isElectric(vehicle) ? amount() : zero));
  const duty = () => (isFromEngine(vehicle) ? unifiedDuty(vehicle) : vehicle.cif.times('0.15'));
  const { personal_use: isPersonal = true } = vehicle.facts;
  return result
    .charge('DUTY', car(duty))
    .charge(
      'EXCISE',
      ofElectric(() => excise(vehicle)),
    )
    .charge(
      'VAT',
      ofElectric(() =>
        vehicle.cif.plus(result.of('DUTY', 'EXCISE')).times(chooseYear(vehicle.date).vat),
      ),
    )
    .charge('FEE', () => clearanceFee(vehicle.cif))
    .charge(
      'RECYCLING',
      car(() => recyclingFee(vehicle, isPersonal)),
    ).lines;
}

export function vehicleOfRussianCompany(vehicle: Vehicle) {
  const result = new Assessment();
  const car = (amount: () => Decimal) => () => {
    assertCar(vehicle);
    return amount();
  };
  return result
    .charge(
      'DUTY',
      car(() => tariffDuty(vehicle)),
    )
    .charge(
      'EXCISE',
      car(() => excise(vehicle)),
    )
    .charge('VAT', () =>
      vehicle.cif.plus(result.of('DUTY', 'EXCISE')).times(chooseYear(vehicle.date).vat),
    )
    .charge('FEE', () => clearanceFee(vehicle.cif))
    .charge(
      'RECYCLING',
      car(() => recyclingFee(vehicle, false)),
    ).lines;
}

const excised = ['2203', '2204', '2205', '2206', '2207', '2208', '24', '2710', '8703', '8711'];
const defended = ['4011'];

/** A fee of its own is due on radio-electronics. Of their list only what is named is known. */
const listed = ['844331', '847130', '851713'];
const maybeListed = ['8443', '847', '85', '90'];
const notListed = ['8508', '8509', '8510', '8516', '9003', '9004'];

function goodsFee(goods: Goods, value: Decimal): Decimal {
  const fee = clearanceFee(value);
  const codes = goods.lines.map(({ code }) => code);
  if (codes.some((code) => startsWithOne(code, listed))) return decimal(73860);
  const mayBeListed = codes.some(
    (code) => startsWithOne(code, maybeListed) && !startsWithOne(code, notListed),
  );
  return mayBeListed && fee.lt(73860) ? unknown() : fee;
}

function lineDuty(line: GoodsLine): Decimal {
  if (line.ownDutyPercent) return line.cif.times(line.ownDutyPercent).div(100);
  const duty = dutyByTable('EAEU', line, line.cif);
  return line.hasProof && duty.gt(0) ? unknown() : duty;
}

export function goodsToRussia(goods: Goods) {
  const value = goods.total((line) => line.cif);
  return goods
    .assessLines((result, line) =>
      result
        .charge('DUTY', () => lineDuty(line))
        .charge('TRADE_DEFENCE', () => (startsWithOne(line.code, defended) ? unknown() : zero))
        .charge('EXCISE', () => (startsWithOne(line.code, excised) ? unknown() : zero))
        .charge('VAT', () =>
          line.cif
            .plus(result.of('DUTY', 'TRADE_DEFENCE', 'EXCISE'))
            .times(line.ownVatPercent ?? 22)
            .div(100),
        ),
    )
    .charge('FEE', () => goodsFee(goods, value())).lines;
}
