// Whether the mail server that delivered a mail to us has verified its sender, as it says in
// Authentication-Results (RFC 8601). See docs/decisions/0103-the-relay-verifies-senders.md.
import { domainToASCII } from 'node:url';

/** As a setting: the server writes no name, as Exchange Online does. */
const noName = 'none';
const headersLengthMax = 256 * 1024;
/** Longer than what a server writes about a mail with many signatures. */
const resultsLengthMax = 16 * 1024;

/** `from` is the sender as it is read; `id` is the name of the server, or `none`. */
export function isSenderVerified(raw: Uint8Array, from: string, id: string): boolean {
  const headers = listHeaders(raw);
  const domain = readDomain(from);
  // With two senders the server may have verified the other one.
  if (domain === '' || headers.filter(([name]) => name === 'from').length !== 1) return false;
  const results = ofLastServer(headers, id.toLowerCase()).flatMap(({ results }) => results);
  const dmarc = results.filter(({ method }) => method === 'dmarc');
  if (dmarc.some(({ result }) => result !== 'none' && result !== 'bestguesspass'))
    return dmarc.every(
      ({ result, of }) => result === 'pass' && readDomain(of.get('header.from')) === domain,
    );
  return results.some(
    ({ method, result, of }) =>
      result === 'pass' &&
      identities[method]?.some((name) => isAbove(readDomain(of.get(name)), domain)),
  );
}

/** What a method has verified: without DMARC it has to be the sender's domain, or one above it. */
const identities: Readonly<Record<string, readonly string[]>> = {
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
};

const isAbove = (identity: string, domain: string): boolean =>
  identity.includes('.') && (domain === identity || domain.endsWith(`.${identity}`));

const readDomain = (address = ''): string =>
  domainToASCII(address.slice(address.lastIndexOf('@') + 1).replace(/[>"]/g, ''));

type Header = readonly [name: string, value: string];

function listHeaders(raw: Uint8Array): Header[] {
  const text = Buffer.from(raw.subarray(0, headersLengthMax)).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  // Who put the end out of our sight could have put another header after it.
  if (!end && raw.length > headersLengthMax) return [];
  return text
    .slice(0, end?.index)
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/)
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1)];
    });
}

/** Those below a Received line may be of servers before the last one, or forged. */
function ofLastServer(headers: readonly Header[], id: string): Results[] {
  const found: Results[] = [];
  for (const [name, value] of headers) {
    if (name === 'received' && found.length > 0) break;
    const read = name === 'authentication-results' ? parseResults(value) : null;
    if (read && read.id === id) found.push(read);
  }
  return found;
}

type Results = {
  id: string;
  results: { method: string; result: string; of: ReadonlyMap<string, string> }[];
};

/** Null for what is not well-formed. */
function parseResults(value: string): Results | null {
  const plain = value.length > resultsLengthMax ? null : withoutComments(value);
  if (plain === null) return null;
  const parts = plain
    .replace(/\s+/g, ' ')
    .replace(/ ?([=;]) ?/g, '$1')
    .split(';')
    .map((part) => part.trim());
  const first = parts[0] ?? '';
  const isNamed = !first.includes('=');
  return {
    id: isNamed ? (first.split(' ')[0] ?? '').toLowerCase() : noName,
    results: parts.slice(isNamed ? 1 : 0).map((part) => {
      const [[method = '', result = ''] = [], ...properties] = part
        .split(' ')
        .map((word) => word.split('='));
      return {
        // `dkim/1` is a version of it.
        method: method.replace(/\/\d+$/, '').toLowerCase(),
        result: result.toLowerCase(),
        of: new Map(properties.map(([name = '', ...rest]) => [name.toLowerCase(), rest.join('=')])),
      };
    }),
  };
}

/** Senders choose parts of quoted texts: what separates results is replaced in them. */
function withoutComments(text: string): string | null {
  let depth = 0;
  let isQuoted = false;
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '\\' && (isQuoted || depth > 0)) at++;
    else if (letter === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) plain += /[\s;=]/.test(letter) ? '_' : letter;
    else if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (depth === 0) plain += letter;
    if (depth < 0) return null;
  }
  return isQuoted || depth > 0 ? null : plain;
}
