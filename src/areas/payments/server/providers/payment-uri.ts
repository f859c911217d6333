// Payment URIs for QR codes, from which wallets fill in address and amount.
import { findCurrency } from '#lib/currencies.ts';
import { type Amount, toDecimalText } from '#lib/money.ts';

type PaymentDestination = { address: string; extraId: string | null; contract: string | null };

/** Schemes of chains whose wallets accept `scheme:address?amount=` in whole units. */
const schemes: Record<string, string> = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  bch: 'bitcoincash',
  doge: 'dogecoin',
  dash: 'dash',
  sol: 'solana',
  trx: 'tron',
};

/** BIP 21, EIP 681, Solana Pay, TON and XRP links; for others only the address. */
export function paymentUri(
  amount: Amount,
  { address, extraId, contract }: PaymentDestination,
): string {
  const network = findCurrency(amount.currency)?.network ?? '';
  const isToken = amount.currency !== network;
  const whole = toDecimalText(amount)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  if (network === 'eth' && contract)
    return `ethereum:${contract}/transfer?address=${address}&uint256=${amount.minor}`;
  if (isToken) return address;
  if (network === 'eth') return `ethereum:${address}?value=${amount.minor}`;
  if (network === 'ton')
    return link(`ton://transfer/${address}`, { amount: String(amount.minor), text: extraId });
  if (network === 'xrp') return link(`xrpl:${address}`, { amount: whole, dt: extraId });
  const scheme = schemes[network];
  return scheme ? link(`${scheme}:${address}`, { amount: whole }) : address;
}

function link(start: string, query: Record<string, string | null>): string {
  const present = Object.entries(query).filter(([, value]) => value);
  return `${start}?${present.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&')}`;
}
