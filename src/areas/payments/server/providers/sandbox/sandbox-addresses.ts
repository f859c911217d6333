// Realistic lengths for screens; without private keys, and with invalid checksums.
import { randomBytes, randomInt } from 'node:crypto';
import { findCurrency } from '#lib/currencies.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32 = '023456789acdefghjklmnpqrstuvwxyz';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const pick = (letters: string, length: number): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

const shapes: Readonly<Record<string, () => string>> = {
  btc: () => `bc1q${pick(bech32, 38)}`,
  ltc: () => `ltc1q${pick(bech32, 38)}`,
  eth: () => `0x${randomBytes(20).toString('hex')}`,
  trx: () => `T${pick(base58, 33)}`,
  sol: () => pick(base58, 44),
  ton: () => `UQ${pick(base64url, 46)}`,
  xrp: () => `r${pick(base58, 33)}`,
};
/** Chains with one address for many payments, distinguished by a memo or tag. */
const sharedAddress: readonly string[] = ['ton', 'xrp'];

export function addressFor(currency: string): { address: string; extraId: string | null } {
  const network = findCurrency(currency)?.network ?? '';
  const shape = shapes[network] ?? (() => `sandbox-${pick(base58, 32)}`);
  const extraId = sharedAddress.includes(network) ? String(randomInt(1e5, 1e9)) : null;
  return { address: shape(), extraId };
}
