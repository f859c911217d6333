// Responses that real sites send and that are not, or hardly, HTTP. The bytes are Latin-1.

export type OddResponse = {
  bytes: string;
  /**
   * What a client gets: status and body; `invalid` for an error about the site, `cut` for a body that
   * ends early.
   */
  reads: `${number} ${string}` | 'invalid' | 'cut';
  /** curl differs, and why. */
  curl?: string;
};

const length = 'Content-Length: 2\r\n';
const ok = (headers: string, body = 'ok') => `HTTP/1.1 200 OK\r\n${headers}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const chunks = '2\r\nok\r\n0\r\n\r\n';
const manyHeaders = Array.from({ length: 250 }, (_, at) => `x-${at}: ${'a'.repeat(1000)}\r\n`);
const own = 'Node reads it';

export const oddResponses: Readonly<Record<string, OddResponse>> = {
  'a folded header': { bytes: ok(`X-A: a\r\n b\r\n${length}`), reads: '200 ok' },
  'a fold without a header': {
    bytes: ok(` X: y\r\n${length}`),
    reads: '200 ok',
    curl: own,
  },
  'two equal lengths': { bytes: ok(`${length}${length}`), reads: '200 ok' },
  'two equal lengths in one header': { bytes: ok('Content-Length: 2, 2\r\n'), reads: '200 ok' },
  'two different lengths': {
    bytes: ok(`${length}Content-Length: 3\r\n`),
    reads: 'invalid',
    curl: 'takes the last one and finds it cut',
  },
  'a length with a plus sign': { bytes: ok('Content-Length: +2\r\n'), reads: '200 ok' },
  'an empty length': { bytes: ok('Content-Length:\r\n'), reads: '200 ok', curl: 'refuses it' },
  'a negative length': { bytes: ok('Content-Length: -2\r\n'), reads: 'invalid' },
  'a space before a colon': { bytes: ok(`X-A : 1\r\n${length}`), reads: '200 ok' },
  'a space before the colon of the length': {
    bytes: ok('Content-Length : 2\r\n'),
    reads: '200 ok',
  },
  'a space in a name': { bytes: ok(`X A: 1\r\n${length}`), reads: '200 ok' },
  'an empty name': { bytes: ok(`: 1\r\n${length}`), reads: '200 ok' },
  'a line without a colon': {
    bytes: ok(`Foo\r\n${length}`),
    reads: '200 ok',
    curl: 'refuses it; browsers read it',
  },
  'a name in Latin-1': { bytes: ok(`X-\xe9: 1\r\n${length}`), reads: '200 ok' },
  'a name with parentheses': { bytes: ok(`X(a): 1\r\n${length}`), reads: '200 ok' },
  'a value in UTF-8': { bytes: ok(`X: \xc3\xa9\r\n${length}`), reads: '200 ok' },
  'control characters in a value': { bytes: ok(`X-A: a\x01b\r\n${length}`), reads: '200 ok' },
  'a carriage return in a value': { bytes: ok(`X-A: a\rb\r\n${length}`), reads: '200 ok' },
  'an empty value': { bytes: ok(`X-A:\r\n${length}`), reads: '200 ok' },
  'a tab after a colon': { bytes: ok(`X-A:\t1\r\n${length}`), reads: '200 ok' },
  'line feeds alone': { bytes: 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', reads: '200 ok' },
  'mixed line ends': { bytes: `HTTP/1.1 200 OK\r\nA: 1\n${length}\r\nok`, reads: '200 ok' },
  'HTTP/1.0 without a length': { bytes: 'HTTP/1.0 200 OK\r\n\r\nok', reads: '200 ok' },
  'HTTP/1.1 without a length': { bytes: ok(''), reads: '200 ok' },
  'no reason': { bytes: `HTTP/1.1 200\r\n${length}\r\nok`, reads: '200 ok' },
  'control characters in the reason': {
    bytes: `HTTP/1.1 200 O\x01K\r\n${length}\r\nok`,
    reads: '200 ok',
  },
  'two spaces before the status': {
    bytes: `HTTP/1.1  200 OK\r\n${length}\r\nok`,
    reads: '200 ok',
  },
  'a protocol in lower case': { bytes: `http/1.1 200 OK\r\n${length}\r\nok`, reads: '200 ok' },
  'HTTP/2 in text': { bytes: `HTTP/2 200\r\n${length}\r\nok`, reads: '200 ok' },
  'a status of four digits': { bytes: `HTTP/1.1 2000 OK\r\n${length}\r\nok`, reads: 'invalid' },
  'an unknown status': { bytes: `HTTP/1.1 999 Odd\r\n${length}\r\nok`, reads: '999 ok' },
  'an interim response': {
    bytes: `HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n${ok(length)}`,
    reads: '200 ok',
  },
  'an interim response before an odd one': {
    bytes: `HTTP/1.1 103 Early Hints\r\n\r\n${ok(`${length}${length}`)}`,
    reads: '200 ok',
  },
  'an encoding named identity': {
    bytes: ok(`Transfer-Encoding: identity\r\n${length}`),
    reads: '200 ok',
  },
  'a length and chunks': { bytes: ok(`${length}${chunked}`, chunks), reads: '200 ok' },
  'chunked twice': { bytes: ok(`${chunked}${chunked}`, chunks), reads: '200 ok' },
  'extensions and trailers of chunks': {
    bytes: ok(chunked, '2;a=b\r\nok\r\n0\r\nX: y\r\n\r\n'),
    reads: '200 ok',
  },
  'spaces after the size of a chunk': {
    bytes: ok(chunked, '2  \r\nok\r\n0\r\n\r\n'),
    reads: '200 ok',
  },
  'chunks without an end': { bytes: ok(chunked, '2\r\nok\r\n'), reads: 'cut' },
  'less than its length': { bytes: ok('Content-Length: 9\r\n'), reads: 'cut' },
  'more than its length': { bytes: ok('Content-Length: 1\r\n'), reads: '200 o' },
  '250 KB of headers': { bytes: ok(`${manyHeaders.join('')}${length}`), reads: '200 ok' },
  'more than 256 KB of headers': {
    bytes: ok(`${manyHeaders.join('').repeat(2)}`),
    reads: 'invalid',
    curl: 'allows 300 KB',
  },
  'text that is no HTTP': { bytes: 'ok', reads: 'invalid' },
  'a greeting of SSH': { bytes: 'SSH-2.0-OpenSSH_9.2\r\n', reads: 'invalid' },
  'an alert of TLS': { bytes: '\x15\x03\x01\x00\x02\x02\x46', reads: 'invalid' },
};
