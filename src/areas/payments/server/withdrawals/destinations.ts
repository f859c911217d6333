// Where a withdrawal goes. Bank accounts and addresses are sealed: the database alone reveals only
// their masked form.
import { InvalidInput } from '#kernel/http/errors.ts';
import { createSealer, type Sealer } from '#kernel/sealing/sealer.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { findCurrency } from '#lib/currencies.ts';
import { formatIban } from '#lib/iban.ts';
import type { CreateWithdrawalBody } from '../../wire/withdrawals.ts';
import { isAddress } from './crypto-addresses.ts';

type Bank = Pick<Extract<CreateWithdrawalBody, { destination: 'bank' }>, 'holder' | 'iban' | 'bic'>;
type Crypto = Pick<
  Extract<CreateWithdrawalBody, { destination: 'crypto' }>,
  'pay_currency' | 'address' | 'extra_id'
>;
/** What is sealed, as JSON. */
type Destination = Bank | Crypto;

export type Fact = { name: string; value: string };

export const createDestinationSealer = (secrets: Secrets): Sealer =>
  createSealer(secrets, 'withdrawal-destinations');

/** Null for a payment. Throws InvalidInput where this currency can't be sent. */
export function readDestination(body: CreateWithdrawalBody): Destination | null {
  if (body.destination === 'payment') return null;
  const wallet = findCurrency(body.currency);
  if (body.destination === 'bank') {
    if (wallet?.kind === 'crypto')
      throw new InvalidInput({
        destination: [`${wallet.token} can not be sent to a bank account.`],
      });
    return { holder: body.holder, iban: body.iban, bic: body.bic };
  }
  const coin = findCurrency(body.pay_currency);
  const isSendable = coin?.kind === 'crypto' && (wallet?.kind === 'fiat' || coin === wallet);
  if (!isSendable)
    throw new InvalidInput({ pay_currency: [`"${body.pay_currency}" is not a valid choice.`] });
  if (!isAddress(coin.network, body.address))
    throw new InvalidInput({ address: [`This is not a valid address for ${coin.name}.`] });
  return { pay_currency: coin.code, address: body.address, extra_id: body.extra_id };
}

/** The ends only, and never more than half of it. */
function maskMiddle(text: string, ends: number): string {
  const visible = Math.min(ends, Math.floor(text.length / 4));
  return `${text.slice(0, visible)}...${text.slice(-visible)}`;
}

export function maskDestination(destination: Destination): string {
  if ('iban' in destination)
    return `${destination.iban.slice(0, 2)}...${destination.iban.slice(-4)}`;
  const { token } = findCurrency(destination.pay_currency)!;
  return `${token} ${maskMiddle(destination.address, 5)}`;
}

export const sealDestination = (sealer: Sealer, id: string, destination: Destination): Buffer =>
  sealer.seal(id, JSON.stringify(destination));

/** For finance. Empty for a payment, and for what no secret opens. */
export function openDestination(sealer: Sealer, id: string, sealed: Buffer | null): Fact[] {
  const text = sealed && sealer.open(id, sealed);
  if (!text) return [];
  const destination = JSON.parse(text) as Destination;
  const facts =
    'iban' in destination
      ? [
          { name: 'Account holder', value: destination.holder },
          { name: 'IBAN', value: formatIban(destination.iban) },
          { name: 'BIC', value: destination.bic },
        ]
      : [
          { name: 'Currency', value: nameCurrency(destination.pay_currency) },
          { name: 'Address', value: destination.address },
          { name: 'Memo or tag', value: destination.extra_id },
        ];
  return facts.filter(({ value }) => value !== '');
}

function nameCurrency(code: string): string {
  const coin = findCurrency(code);
  return coin ? `${coin.name}, network ${coin.network}` : code;
}
