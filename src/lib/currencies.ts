// The supported currencies and their decimals: fiat by ISO 4217 (`Intl` differs for 29 of them),
// crypto by the smallest unit of its network or contract.
import { createOnce } from './create-once.ts';
import data from './currencies.json' with { type: 'json' };

export type Currency = {
  /** ISO 4217 in upper case, or the provider's code in lower case: `USD`, `usdttrc20`. */
  code: string;
  kind: 'fiat' | 'crypto';
  /** Decimals of the smallest unit, 0 to 18. */
  exponent: number;
  name: string;
  /** The symbol to display: `USD`, `USDT`. */
  token: string;
  /** Empty for fiat. */
  network: string;
};

const englishNames = createOnce(() => new Intl.DisplayNames(['en'], { type: 'currency' }));

const fiat: Currency[] = Object.entries(data.fiat).flatMap(([exponent, codes]) =>
  codes.split(' ').map((code) => ({
    code,
    kind: 'fiat' as const,
    exponent: Number(exponent),
    get name() {
      return englishNames().of(code) ?? code;
    },
    token: code,
    network: '',
  })),
);

const byCode: ReadonlyMap<string, Currency> = new Map(
  [...fiat, ...data.crypto.map((one) => ({ ...one, kind: 'crypto' as const }))].map((one) => [
    one.code,
    one,
  ]),
);

/** Fiat currencies by code, then cryptocurrencies in the order of the data. */
export const currencies: readonly Currency[] = [...byCode.values()];

export const isCurrency = (code: string): boolean => byCode.has(code);

/** Undefined for an unknown code. Codes are case-sensitive. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code);

/** Decimals of the smallest unit. Throws RangeError for an unknown code. */
export function readExponent(code: string): number {
  const currency = byCode.get(code);
  if (!currency) throw new RangeError(`The currency "${code.slice(0, 20)}" is not known.`);
  return currency.exponent;
}
