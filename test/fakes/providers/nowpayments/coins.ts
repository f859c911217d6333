// What NOWPayments knows of currencies: worth, digits, limits and addresses. The rates are its own
// and do not move by themselves, so that books can be compared to the cent.
import { randomBytes, randomInt } from 'node:crypto';
import { Decimal } from '#lib/decimal.ts';

type Coin = {
  network: string;
  /** US dollars for one unit. */
  worth: string;
  digits: number;
  /** The least deposit that is processed. */
  least: string;
  address: () => string;
  /** Deposits need a memo or tag besides the address. */
  hasExtraId?: true;
};

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const text = (length: number) =>
  Array.from({ length }, () => base58[randomInt(base58.length)]).join('');
const ethereum = () => `0x${randomBytes(20).toString('hex')}`;

const coins: Readonly<Record<string, Coin>> = {
  btc: {
    network: 'btc',
    worth: '98765.4321',
    digits: 8,
    least: '0.00003',
    address: () => `1${text(33)}`,
  },
  eth: { network: 'eth', worth: '3456.789', digits: 18, least: '0.0009', address: ethereum },
  usdttrc20: {
    network: 'trx',
    worth: '0.9993',
    digits: 6,
    least: '3',
    address: () => `T${text(33)}`,
  },
  usdterc20: { network: 'eth', worth: '0.9991', digits: 6, least: '8.5', address: ethereum },
  usdc: { network: 'eth', worth: '0.9998', digits: 6, least: '8', address: ethereum },
  ltc: { network: 'ltc', worth: '101.3', digits: 8, least: '0.015', address: () => `L${text(33)}` },
  trx: { network: 'trx', worth: '0.31', digits: 6, least: '9', address: () => `T${text(33)}` },
  ton: {
    network: 'ton',
    worth: '3.21',
    digits: 9,
    least: '0.4',
    address: () => `UQ${text(46)}`,
    hasExtraId: true,
  },
  sol: { network: 'sol', worth: '187.65', digits: 9, least: '0.015', address: () => text(44) },
  xrp: {
    network: 'xrp',
    worth: '2.17',
    digits: 6,
    least: '0.9',
    address: () => `r${text(33)}`,
    hasExtraId: true,
  },
  // A coin that the product has no entry for: people send it all the same.
  shib: { network: 'eth', worth: '0.0000123', digits: 18, least: '200000', address: ethereum },
};

/** Of prices: "currently following fiat currencies are available" in its documentation. */
const fiat: Readonly<Record<string, string>> = {
  usd: '1',
  eur: '1.0876',
  cad: '0.7133',
  gbp: '1.2987',
  aud: '0.6543',
  ils: '0.2712',
  ron: '0.2186',
};

export const coinCodes = Object.keys(coins);
export const isFiat = (code: string): boolean => Object.hasOwn(fiat, code);
export const findCoin = (code: string): Coin | undefined =>
  Object.hasOwn(coins, code) ? coins[code] : undefined;

const readWorth = (code: string): string => fiat[code] ?? findCoin(code)!.worth;

/** Units of `to` for `amount` of `from`, in the digits of `to`, as its API writes them. */
export function convert(amount: Decimal | string, from: string, to: string): Decimal {
  const exact = new Decimal(amount).times(readWorth(from)).div(readWorth(to));
  return exact.toDecimalPlaces(Math.min(findCoin(to)?.digits ?? 8, 8), Decimal.ROUND_UP);
}

export const createTag = (): string => String(randomInt(1, 2 ** 31));
