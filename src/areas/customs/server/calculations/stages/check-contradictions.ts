// Facts of one import that cannot all be true. Each is refused with the field to correct.
import { InvalidInput } from '#kernel/http/errors.ts';
import { Decimal } from '#lib/decimal.ts';
import type { CalculationInput } from '../../../wire/calculations/calculation-inputs.ts';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { kilowattsPerHorsepower } from '../../engine/derive.ts';

type Problems = Record<string, unknown>;
type ItemInput = Record<string, unknown>;

/** Throws 400 by field, for lines of goods by the line's field. */
export function assertConsistent(input: CalculationInput, date: string): void {
  const problems = {
    ...checkProduction(input, date),
    ...checkAge(input, date),
    ...checkEngine(input),
    ...checkImporter(input),
    ...checkSale(input),
    ...checkItems(input),
  };
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}

function checkProduction({ production_date: produced }: CalculationInput, date: string): Problems {
  if (typeof produced !== 'string') return {};
  if (produced <= date.slice(0, produced.length)) return {};
  return { production_date: [`On ${date} this vehicle is not produced yet.`] };
}

/** The youngest and the oldest that the vehicle can be, in months; null if neither is stated. */
function ageRange(input: CalculationInput, date: string): [number, number] | null {
  const { production_date: produced, age_years: age } = input;
  if (typeof produced === 'string') {
    const [year, month] = produced.split('-').map(Number);
    const [currentYear, currentMonth] = date.split('-').map(Number);
    const monthsSince = (one: number) => (currentYear! - year!) * 12 + currentMonth! - one;
    return [Math.max(0, monthsSince(month ?? 12)), monthsSince(month ?? 1)];
  }
  return age === undefined || age === null ? null : [Number(age) * 12, Number(age) * 12 + 11];
}

const historicYears = 30;

function checkAge(input: CalculationInput, date: string): Problems {
  const range = ageRange(input, date);
  if (!range) return {};
  const [youngest, oldest] = range;
  const { historic, age_years: age, production_date: produced } = input;
  const hasBoth = typeof produced === 'string' && age !== undefined && age !== null;
  const isContrary = hasBoth && isOutside(Number(age) * 12, range);
  const years = Math.floor(oldest / 12);
  return {
    ...(historic === true &&
      years < historicYears && {
        historic: [
          `A collectors’ piece is at least ${historicYears} years old, and this vehicle is ${years}.`,
        ],
      }),
    ...(isContrary && {
      age_years: [
        `Produced in ${produced}, the vehicle is ${Math.floor(youngest / 12)} years old: state one of both.`,
      ],
    }),
  };
}

/** A year more or less is rounding. */
const isOutside = (months: number, [youngest, oldest]: [number, number]): boolean =>
  months < youngest - 12 || months > oldest + 12;

const combustion = ['petrol', 'diesel', 'hybrid', 'plugin_hybrid', 'series_hybrid'];

/** Horsepower are metric or mechanical, and both units are rounded. */
const powerTolerance = 0.03;

function checkEngine(input: CalculationInput): Problems {
  const { powertrain, engine_capacity_cc: capacity, power_kw: kw, power_hp: hp } = input;
  const isPresent = (value: unknown) => value !== undefined && value !== null;
  const name = factNamed('powertrain')?.choices?.find(({ value }) => value === powertrain)?.label;
  const inKw = Number(kilowattsPerHorsepower) * Number(hp);
  const differs = Math.abs(inKw - Number(kw)) > Math.max(1, Number(kw) * powerTolerance);
  return {
    ...(combustion.includes(String(powertrain)) &&
      isPresent(capacity) &&
      Number(capacity) === 0 && {
        engine_capacity_cc: [`The engine of a vehicle with “${name}” has a capacity above 0.`],
      }),
    ...(isPresent(kw) &&
      isPresent(hp) &&
      differs && {
        power_hp: [`${hp} hp are ${inKw.toFixed(1)} kW, not ${kw} kW: state one of both.`],
      }),
  };
}

function checkImporter(input: CalculationInput): Problems {
  const { importer, regime, transfer_of_residence: isMoving, is_new: isNew } = input;
  const hasBoth = typeof importer === 'string' && typeof regime === 'string';
  const isOther = hasBoth && regime !== 'courier' && regime !== importer;
  const isCompany = (regime ?? importer) === 'legal_entity';
  return {
    ...(isOther && {
      regime: [
        importer === 'individual'
          ? 'The importer is a private person: these are the rules for a company.'
          : 'The importer is a company: these are the rules for a private person.',
      ],
    }),
    ...(isMoving === true &&
      (isCompany || isNew === true) && {
        transfer_of_residence: [
          isCompany
            ? 'Only a private person can move house, and the importer is a company.'
            : 'What is moved was used before, and this vehicle is new.',
        ],
      }),
  };
}

/** The VAT of a sale is paid in advance by consumers, and a gift is no sale. */
function checkSale(input: CalculationInput): Problems {
  const { importer, regime, ioss: isPaid, shipment_type: shipment } = input;
  const isCompany = (regime ?? importer) === 'legal_entity';
  return {
    ...(isPaid === true &&
      (isCompany || shipment === 'gift') && {
        ioss: [
          isCompany
            ? 'The VAT is paid at the sale by private persons, and the importer is a company.'
            : 'The VAT is paid at a sale, and this is a gift.',
        ],
      }),
    ...(shipment === 'gift' &&
      isCompany && {
        shipment_type: ['A gift is sent to a private person, and the importer is a company.'],
      }),
  };
}

function checkItems({ items }: CalculationInput): Problems {
  if (!Array.isArray(items)) return {};
  const problems = (items as ItemInput[]).map(checkItem);
  return problems.some((one) => Object.keys(one).length > 0) ? { items: problems } : {};
}

function checkItem({
  value,
  unit_price: price,
  quantity,
  net_weight_kg: net,
  gross_weight_kg: gross,
}: ItemInput): Problems {
  const hasBoth = value !== undefined && price !== undefined;
  const product = hasBoth ? new Decimal(String(price)).times(String(quantity)) : null;
  // A unit price is rounded to a cent.
  const tolerance = new Decimal(String(quantity)).times('0.005').plus('0.01');
  const isOff = product?.minus(String(value)).abs().gt(tolerance);
  return {
    ...(isOff && {
      value: [
        `${quantity} × ${price} is ${product!.toFixed()}: state the value or the unit price.`,
      ],
    }),
    ...(net !== undefined &&
      gross !== undefined &&
      Number(gross) < Number(net) && {
        gross_weight_kg: [`The gross weight is below the net weight of ${net} kg.`],
      }),
  };
}
