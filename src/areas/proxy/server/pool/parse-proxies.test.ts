import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseProxies } from './parse-proxies.ts';

test('parses every notation of a proxy', () => {
  const text = `
# from the provider
203.0.113.1:8080
203.0.113.2:8080:ada:pa:ss
ada:p%40ss@203.0.113.3:3128
socks5://ada:secret@proxy.example.com:1080
https://proxy.example.com:443
[2001:db8::1]:8080:ada:secret`;
  const { proxies, rejected } = parseProxies(text);
  expect(rejected).toEqual([]);
  expect(proxies.map(({ line, ...rest }) => rest)).toEqual([
    { host: '203.0.113.1', port: 8080, username: '', password: '' },
    { host: '203.0.113.2', port: 8080, username: 'ada', password: 'pa:ss' },
    { host: '203.0.113.3', port: 3128, username: 'ada', password: 'p@ss' },
    {
      host: 'proxy.example.com',
      port: 1080,
      username: 'ada',
      password: 'secret',
      protocol: 'socks5',
    },
    { host: 'proxy.example.com', port: 443, username: '', password: '', protocol: 'https' },
    { host: '2001:db8::1', port: 8080, username: 'ada', password: 'secret' },
  ]);
});

const ada = { host: '203.0.113.1', port: 8080, username: 'ada', password: 's3:cret' };
const v6 = { ...ada, host: '2001:db8::1' };
test.each([
  ['203.0.113.1:8080:ada:s3:cret', ada],
  ['203.0.113.1:8080:12:34567', { ...ada, username: '12', password: '34567' }],
  ['ada:s3:cret:203.0.113.1:8080', ada],
  ['ada:s3:cret@203.0.113.1:8080', ada],
  ['203.0.113.1:8080@ada:s3:cret', ada],
  ['203.0.113.1:8080 ada s3:cret', ada],
  ['203.0.113.1:8080\tada\ts3:cret', ada],
  ['203.0.113.1 8080 ada s3:cret', ada],
  ['203.0.113.1:8080;ada;s3:cret', ada],
  ['203.0.113.1,8080,ada,s3:cret', ada],
  ['203.0.113.1 | 8080 | ada | s3:cret', ada],
  ['203.0.113.1:8080 ada:s3:cret', ada],
  ['ada:s3:cret 203.0.113.1:8080', ada],
  ['  203.0.113.1:8080:ada:s3:cret   # Berlin', ada],
  ['203.0.113.1:8080:ada:s3:cret // Berlin', ada],
  ['"203.0.113.1:8080:ada:s3:cret",', ada],
  ['203.0.113.1:8080:ada:90', { ...ada, password: '90' }],
  ['[2001:db8::1]:8080:ada:s3:cret', v6],
  ['ada:s3:cret:[2001:db8::1]:8080', v6],
  ['[2001:DB8::1]:8080@ada:s3:cret', v6],
  ['socks5://203.0.113.1:8080:ada:s3:cret', { ...ada, protocol: 'socks5' }],
  ['socks5h://ada:s3:cret:203.0.113.1:8080', { ...ada, protocol: 'socks5' }],
  ['HTTP://ada:s3:cret@203.0.113.1:8080/', { ...ada, protocol: 'http' }],
  ['https://203.0.113.1:8080 ada s3:cret', { ...ada, protocol: 'https' }],
  ['http://ada:s3%3Acret@[2001:db8::1]:8080', { ...v6, protocol: 'http' }],
  ['http://ada:100%25@203.0.113.1:8080', { ...ada, password: '100%', protocol: 'http' }],
  ['http://ada:100%@203.0.113.1:8080', { ...ada, password: '100%', protocol: 'http' }],
  ['http://ada:a#b/c?d@203.0.113.1:8080', { ...ada, password: 'a#b/c?d', protocol: 'http' }],
  [
    'http://a@b.example:x@203.0.113.1:8080',
    { ...ada, username: 'a@b.example', password: 'x', protocol: 'http' },
  ],
])('%s', (text, proxy) => {
  const { proxies, rejected } = parseProxies(`${text}\r\n`, 'plain');
  expect(rejected).toEqual([]);
  expect(proxies).toEqual([{ line: 1, ...proxy }]);
});

test('a line that can be read in two orders has that of the others, or is not added', () => {
  const both = 'a.example.com:8080:b.example.com:9090';
  const { proxies, rejected } = parseProxies(both);
  expect(proxies).toEqual([]);
  expect(rejected[0]?.error).toMatch(/^This can be host:port:user:password and .+ Write http:/);
  const last = parseProxies(`${both}\nada:x:203.0.113.1:80`);
  expect(last.proxies).toMatchObject([{ host: 'b.example.com', port: 9090 }, { port: 80 }]);
  const first = parseProxies(`203.0.113.1:80:ada:x\n${both}`);
  expect(first.proxies).toMatchObject([{ port: 80 }, { host: 'a.example.com', port: 8080 }]);
  const mixed = parseProxies(`203.0.113.1:80:ada:x\n${both}\nada:x:203.0.113.2:80`);
  expect(mixed.rejected).toMatchObject([{ line: 2 }]);
});

test.each([
  ['socks4://203.0.113.1:1080', 'socks5 or http'],
  ['SOCKS4A://203.0.113.1:1080', 'socks5 or http'],
  ['ftp://203.0.113.1:21', 'http, https, socks5'],
  ['203.0.113.1:99999:ada:x', '1 to 65535'],
  ['203.0.113.1 0', '1 to 65535'],
  ['203.0.113.1', 'Write host:port'],
  ['203.0.113.1:80:ada', 'Write host:port'],
])('%s: %s', (text, reason) => {
  expect(parseProxies(text).rejected).toMatchObject([{ error: expect.stringContaining(reason) }]);
});

test('invalid lines are rejected by number, without their content', () => {
  const text = 'nonsense\nftp://x:1\n1.2.3.4:99999\nhost:80:us\r:secret-word\nsocks4://a:1';
  const { proxies, rejected } = parseProxies(text);
  expect(proxies).toEqual([]);
  expect(rejected.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  expect(JSON.stringify(rejected)).not.toContain('secret');
});

test('CSV separated by semicolons', () => {
  const { proxies, rejected } = parseProxies(
    '"host";"port";"username";"password"\n203.0.113.1;8080;ada;"se;cret"\n',
  );
  expect(rejected).toEqual([]);
  expect(proxies).toEqual([
    { line: 2, host: '203.0.113.1', port: 8080, username: 'ada', password: 'se;cret' },
  ]);
});

test('an unclosed quote is rejected, without its content', () => {
  const { proxies, rejected } = parseProxies(
    'host,port,password\n203.0.113.1,80,x\n203.0.113.2,80,"secret\n203.0.113.3,80,y\n',
  );
  expect(proxies).toEqual([]);
  expect(rejected).toMatchObject([{ line: 4, error: expect.stringMatching('never closed') }]);
});

test('CSV with a header, in any order', () => {
  const { proxies, rejected } = parseProxies(
    'port,host,username,password,country,type,provider,asn\n' +
      '8080,203.0.113.1,ada,"se,cret",de,residential,Example,64500\n' +
      '8080,203.0.113.2,,,Germany,,,\n8080,203.0.113.3,,,,satellite,,\n,203.0.113.4,,,,,,\n',
  );
  expect(proxies).toEqual([
    {
      line: 2,
      host: '203.0.113.1',
      port: 8080,
      username: 'ada',
      password: 'se,cret',
      type: 'residential',
      country_code: 'DE',
      provider: 'Example',
      asn: 64500,
    },
  ]);
  expect(rejected.map(({ line }) => line)).toEqual([3, 4, 5]);
});

test('lines that are too long are rejected by number', () => {
  const long = (length: number) => 'a'.repeat(length);
  const lines = [
    `${long(300)}:80`,
    `example.com:80:${long(501)}:x`,
    `example.com:80:x:${long(501)}`,
    `http://x:${long(501)}@example.com:80`,
  ];
  expect(parseProxies(lines.join('\n')).rejected.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  const csv = `host,port,city,provider\na.test,80,${long(101)},\na.test,80,,${long(101)}`;
  expect(parseProxies(csv)).toMatchObject({ proxies: [], rejected: [{ line: 2 }, { line: 3 }] });
  const wide = `host,port\na.test,80${',x'.repeat(40)}`;
  expect(parseProxies(wide)).toMatchObject({ proxies: [], rejected: [{ line: 2 }] });
});

test('JSON under the names of providers, as objects or lines', () => {
  const entry = { ip: '203.0.113.1', port: '8080', user: 'ada', pass: 'x', asn_number: 64500 };
  const read = {
    line: 1,
    host: '203.0.113.1',
    port: 8080,
    username: 'ada',
    password: 'x',
    asn: 64500,
  };
  for (const text of [[entry], { data: [entry] }, { proxies: [entry], next: null }])
    expect(parseProxies(JSON.stringify(text)).proxies).toEqual([read]);
  const lines = parseProxies('["203.0.113.1:80", "[2001:db8::1]:81", 7, null, {"ip":"x y"}]');
  expect(lines.proxies.map(({ line, host }) => [line, host])).toEqual([
    [1, '203.0.113.1'],
    [2, '2001:db8::1'],
  ]);
  expect(lines.rejected.map(({ line }) => line)).toEqual([3, 4, 5]);
});

test('JSON that is broken or contains no list is rejected', () => {
  for (const text of ['{"results": [', '{"detail": "Not now."}', '[{]'])
    expect(parseProxies(text)).toMatchObject({ proxies: [], rejected: [{ line: 1 }] });
  expect(parseProxies('"secret"', 'json').rejected).toHaveLength(1);
});

test('IPv6 in brackets is no JSON, and a stated format is not guessed', () => {
  expect(parseProxies('[::1]:80').proxies).toMatchObject([{ host: '::1', port: 80 }]);
  expect(parseProxies('ip;port\n203.0.113.1;80').proxies).toMatchObject([{ line: 2, port: 80 }]);
  expect(parseProxies('ip,port\n203.0.113.1,80', 'plain').rejected).toMatchObject([{ line: 1 }]);
  expect(parseProxies('203.0.113.1:80', 'csv').proxies).toEqual([]);
});

const word = fc.stringMatching(/^[a-z0-9._~-]{1,20}$/);
const address = fc.record({
  host: fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((text) => `[${text}]`),
    fc.domain(),
  ),
  port: fc.integer({ min: 1, max: 65_535 }),
  username: word,
  password: fc.stringMatching(/^[!-~]{1,20}$/),
});

test('every notation of a proxy reads the same', () => {
  fc.assert(
    fc.property(address, ({ host, port, username, password }) => {
      // A name and a port as well, which are refused in some orders.
      fc.pre(!(username.includes('.') && /^\d+$/.test(password)));
      const escaped = `${username}:${encodeURIComponent(password)}@${host}:${port}`;
      const readings = [
        `${host}:${port}:${username}:${password}`,
        `http://${escaped}`,
        JSON.stringify([{ host, port, username, password }]),
      ].map((text) => parseProxies(text));
      for (const { proxies, rejected } of readings) {
        expect(rejected).toEqual([]);
        expect(proxies).toMatchObject([{ line: 1, port, username, password }]);
      }
      expect(new Set(readings.map(({ proxies }) => proxies[0]?.host)).size).toBe(1);
    }),
  );
});

test('any text is read without an error, and each line at most once', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom('[', '{', '"', ',', ':', '@', '://', '\n', 'host', '80', ';', '\r')),
  );
  fc.assert(
    fc.property(text, (input) => {
      const all = Array.isArray(input) ? input.join('') : input;
      for (const format of ['auto', 'plain', 'csv', 'json'] as const) {
        const { proxies, rejected } = parseProxies(all, format);
        const lines = [...proxies, ...rejected].map(({ line }) => line);
        expect(new Set(lines).size).toBe(lines.length);
        for (const { host, port } of proxies)
          expect(host && port >= 1 && port <= 65_535).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
