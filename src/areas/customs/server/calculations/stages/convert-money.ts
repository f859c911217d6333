// Which exchange rate converts each pair of currencies.
import { InvalidInput } from '#kernel/http/errors.ts';
import { findCurrency, isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import type { OwnRate } from '../../../wire/calculations/calculation-inputs.ts';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import type { FindRate } from '../../engine/scope.ts';
import { type FoundRate, findRate, policySentence } from '../../rates/rates.ts';
import type { ImportWithTariff } from './apply-tariff.ts';

export type ConvertedImport = ImportWithTariff & { findRate: FindRate };

/** Throws 400 by field for a currency without a rate. */
export function convertMoney(imported: ImportWithTariff): ConvertedImport {
  assertCurrenciesSupported(imported);
  return { ...imported, findRate: createRateFinder(imported) };
}

type Rates = Pick<ImportWithTariff, 'original' | 'ownRates' | 'dayRates' | 'date'>;

/**
 * A currency needs a rate of the day, or an ISO code and the caller's own rate. Throws 400 in the
 * shape of a contract error: `{ price: { currency: [...] } }`.
 */
function assertCurrenciesSupported({
  input,
  ownRates,
  dayRates,
  original,
}: Rates & Pick<ImportWithTariff, 'input'>): void {
  const paired = new Set(
    [...ownRates, ...(original?.rates ?? [])].flatMap(({ from, to }) => [from, to]),
  );
  const isIso = (code: string) => findCurrency(code)?.kind === 'fiat';
  const isSupported = (code: string) => dayRates.has(code) || (isIso(code) && paired.has(code));
  const unsupported = (code: string) => [`Unsupported currency: ${code}`];
  const problems: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const isCode = name === 'currency';
    if (!isCode && factNamed(name)?.type !== 'money') continue;
    const code = isCode ? String(value) : (value as { currency: string }).currency;
    if (isSupported(code)) continue;
    problems[name] = isCode ? unsupported(code) : { currency: unsupported(code) };
  }
  if (!ownRates.every(({ from, to }) => isIso(from) && isIso(to)))
    problems.exchange_rates = ownRates.map(({ from, to }) => ({
      ...(!isIso(from) && { from: unsupported(from) }),
      ...(!isIso(to) && { to: unsupported(to) }),
    }));
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems);
}

/** Enough to convert back without losing a cent. */
const inverseDigits = 20;

/** The user's own rate first, then the saved one, then that of the place and day. */
function createRateFinder({ original, ownRates, dayRates, date }: Rates): FindRate {
  const policy = policySentence(dayRates);
  return (from, to): FoundRate | null => {
    const own = findOwnRate(ownRates, from, to);
    if (own) return { from, to, rate: own, date, source: 'own', policy };
    const saved = original?.rates.find((one) => one.from === from && one.to === to);
    if (saved) return { ...saved, rate: new Decimal(saved.rate) };
    return isCurrency(from) && isCurrency(to) ? findRate(dayRates, from, to) : null;
  };
}

/** Also the inverse of the other way round. */
function findOwnRate(rates: readonly OwnRate[], from: string, to: string): Decimal | null {
  const own = rates.find(
    (one) => (one.from === from && one.to === to) || (one.from === to && one.to === from),
  );
  if (!own) return null;
  return own.from === from && own.to === to
    ? new Decimal(own.rate)
    : new Decimal(1).div(own.rate).toSignificantDigits(inverseDigits);
}
