import { describe, expect, test } from 'vitest';
import { isAddress } from './crypto-addresses.ts';

// Published examples of the standards, and addresses of public contracts.
const valid: [string, string][] = [
  ['btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['btc', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['btc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['trx', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['eth', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['bsc', '0x55d398326f99059ff775485246999027b3197955'],
  ['sol', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['ton', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
];
test.each(valid)('%s: %s', (network, address) => {
  expect(isAddress(network, address)).toBe(true);
});

describe('not an address', () => {
  const invalid: [string, string, string][] = [
    ['a mistyped letter', 'btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a mistyped letter of the new form', 'btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['mixed case', 'btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3t4'],
    ['a mistyped letter', 'trx', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s'],
    ['a mistyped letter', 'xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTg'],
    ['another network', 'trx', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['another network', 'ltc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['a digit less', 'eth', '0xdAC17F958D2ee523a2206206994597C13D831ec'],
    ['a letter that the alphabet lacks', 'sol', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1O'],
    ['nothing', 'btc', ''],
    ['an unknown network', 'nowhere', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ];
  test.each(invalid)('%s, %s: %s', (_, network, address) => {
    expect(isAddress(network, address)).toBe(false);
  });
});
