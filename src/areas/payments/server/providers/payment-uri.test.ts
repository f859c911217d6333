import { expect, it } from 'vitest';
import { toAmount } from '#lib/money.ts';
import { paymentUri } from './payment-uri.ts';

it.each([
  ['btc', '0.0001', null, null, 'bitcoin:ADDR?amount=0.0001'],
  ['ltc', '20', null, null, 'litecoin:ADDR?amount=20'],
  ['sol', '1.5', null, null, 'solana:ADDR?amount=1.5'],
  ['eth', '0.000000000000000001', null, null, 'ethereum:ADDR?value=1'],
  ['usdterc20', '12.5', null, '0xC', 'ethereum:0xC/transfer?address=ADDR&uint256=12500000'],
  ['usdterc20', '12.5', null, null, 'ADDR'],
  ['usdttrc20', '12.5', null, null, 'ADDR'],
  ['ton', '1', '77 a', null, 'ton://transfer/ADDR?amount=1000000000&text=77%20a'],
  ['xrp', '100', '421337', null, 'xrpl:ADDR?amount=100&dt=421337'],
])('%s %s', (currency, amount, extraId, contract, uri) => {
  const place = { address: 'ADDR', extraId, contract };
  expect(paymentUri(toAmount(amount, currency), place)).toBe(uri);
});
