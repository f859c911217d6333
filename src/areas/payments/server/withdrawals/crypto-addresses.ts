// Whether a text can be an address of a network: its form, and its checksum where Node can compute
// it. Money sent to a mistyped address is lost.
import { createHash } from 'node:crypto';

type Check = (address: string) => boolean;

const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const rippleAlphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const bech32Alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const checksumBytes = 4;

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Null for a letter outside the alphabet. */
function decodeBase58(text: string, alphabet: string): Buffer | null {
  let number = 0n;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    number = number * 58n + BigInt(value);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = text.length - text.replace(new RegExp(`^${alphabet[0]}+`), '').length;
  return Buffer.from('00'.repeat(zeros) + hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

/** Base58Check with one of the versions in front of 20 bytes. */
const base58 =
  (versions: readonly string[], alphabet = bitcoinAlphabet): Check =>
  (address) => {
    const bytes = decodeBase58(address, alphabet);
    if (!bytes) return false;
    const payload = bytes.subarray(0, -checksumBytes);
    const version = payload.subarray(0, -20).toString('hex');
    const sum = sha256(sha256(payload)).subarray(0, checksumBytes);
    return versions.includes(version) && sum.equals(bytes.subarray(-checksumBytes));
  };

const bech32Sums = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function bech32Remainder(values: readonly number[]): number {
  let rest = 1;
  for (const value of values) {
    const top = rest >>> 25;
    rest = ((rest & 0x1ffffff) << 5) ^ value;
    for (const [bit, sum] of bech32Sums.entries()) if ((top >>> bit) & 1) rest ^= sum;
  }
  return rest;
}

/** BIP 173 and BIP 350: the remainder tells the two apart. */
const bech32Remainders = [1, 0x2bc830a3];

const bech32 =
  (prefix: string): Check =>
  (address) => {
    const text = address.toLowerCase();
    const isOneCase = address === text || address === address.toUpperCase();
    if (!isOneCase || !text.startsWith(`${prefix}1`)) return false;
    const data = [...text.slice(prefix.length + 1)].map((letter) => bech32Alphabet.indexOf(letter));
    if (data.length < 38 || data.includes(-1)) return false;
    const codes = [...prefix].map((letter) => letter.charCodeAt(0));
    const head = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
    return bech32Remainders.includes(bech32Remainder([...head, ...data]));
  };

const form =
  (pattern: RegExp): Check =>
  (address) =>
    pattern.test(address);
const any =
  (...checks: readonly Check[]): Check =>
  (address) =>
    checks.some((check) => check(address));

const ethereum = form(/^0x[0-9a-fA-F]{40}$/);
const solana: Check = (address) => decodeBase58(address, bitcoinAlphabet)?.length === 32;

const checks: Readonly<Record<string, Check>> = {
  btc: any(base58(['00', '05']), bech32('bc')),
  ltc: any(base58(['30', '32', '05']), bech32('ltc')),
  bch: any(base58(['00', '05']), form(/^(bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/)),
  doge: base58(['1e', '16']),
  dash: base58(['4c', '10']),
  zec: base58(['1cb8', '1cbd']),
  trx: base58(['41']),
  xrp: base58(['00'], rippleAlphabet),
  sol: solana,
  ada: bech32('addr'),
  atom: bech32('cosmos'),
  ton: form(/^[EU]Q[A-Za-z0-9_-]{46}$/),
  xmr: form(/^[48][1-9A-HJ-NP-Za-km-z]{94}$/),
  xlm: form(/^G[A-Z2-7]{55}$/),
  dot: form(/^1[1-9A-HJ-NP-Za-km-z]{46,47}$/),
  algo: form(/^[A-Z2-7]{58}$/),
  eth: ethereum,
  etc: ethereum,
  bsc: ethereum,
  base: ethereum,
  matic: ethereum,
  avaxc: ethereum,
};

/** False for a network without a check. */
export const isAddress = (network: string, address: string): boolean =>
  checks[network]?.(address) ?? false;
