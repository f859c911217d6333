import { describe, expect, it } from 'vitest';
import { printPython } from './print-python.ts';
import { type RequestParts, toAddress } from './request-parts.ts';
import { printCurl, printTypeScript } from './snippets.ts';

const origin = 'https://example.com';
const read: RequestParts = {
  method: 'GET',
  apiPath: '/apix/things/{id}/',
  values: { id: 'a b', page: '2', search: '' },
  bodyKind: 'none',
  sendsKey: true,
  needsCredential: true,
  files: [],
  sdk: { name: 'things.list', result: 'list' },
};
const write: RequestParts = {
  ...read,
  method: 'POST',
  apiPath: '/apix/things/',
  values: {},
  bodyKind: 'json',
  body: '{\n  "name": "It\'s",\n  "size": "x",\n  "is_new": true,\n  "note": null\n}',
};

it('fills in the path, and leaves out empty values of the query', () => {
  expect(toAddress(read)).toBe('/apix/things/a%20b/?page=2');
});

it('encodes an apostrophe, which would end the address in a program', () => {
  expect(toAddress({ ...read, values: { id: "it's" } })).toBe('/apix/things/it%27s/');
});

describe('printCurl', () => {
  it('reads the key from the environment', () => {
    expect(printCurl(read, origin)).toBe(
      `curl 'https://example.com/apix/things/a%20b/?page=2' \\\n  -H "X-API-Key: $WEFTLINE_API_KEY"`,
    );
  });

  it('quotes an address that a shell would read in another way', () => {
    const named = { ...read, values: { id: 'a(1)' } };
    expect(printCurl(named, origin)).toContain("curl 'https://example.com/apix/things/a(1)/'");
  });

  it('quotes the body for a shell', () => {
    expect(printCurl(write, origin)).toContain(`"name": "It'\\''s"`);
  });

  it('sends files of forms, and bytes', () => {
    const form = { ...write, bodyKind: 'form', body: '{"model":"m"}', files: ['file'] } as const;
    expect(printCurl(form, origin)).toContain("-F file=@file \\\n  -F 'model=m'");
    expect(printCurl({ ...write, bodyKind: 'raw' }, origin)).toContain('--data-binary @file');
  });

  it('asks for the token of a session where keys are refused, and for nothing if all may call', () => {
    expect(printCurl({ ...read, sendsKey: false }, origin)).toContain('$WEFTLINE_ACCESS_TOKEN');
    expect(printCurl({ ...read, needsCredential: false }, origin)).not.toContain('-H');
  });
});

describe('printTypeScript', () => {
  const named = { ...write, sdk: { name: 'things.create', result: 'value' } } as const;

  it('makes the call with the SDK, which reads the key from the environment', () => {
    const code = printTypeScript(named, origin);
    const body = /create\(([\s\S]*?)\)\);/.exec(code)?.[1] ?? '';
    expect(new Function(`return (${body});`)()).toEqual(JSON.parse(write.body ?? ''));
    expect(code).toContain(`new Weftline({ baseUrl: '${origin}' })`);
  });

  it('gives the values of the path, and the query without empty values', () => {
    expect(printTypeScript(read, origin)).toContain(
      `for await (const one of client.things.list('a b', { page: '2' })) console.log(one);`,
    );
  });

  it('stores what is a file', () => {
    const csv = { ...read, values: { ...read.values, format: 'csv' } };
    expect(printTypeScript(csv, origin)).toContain('await writeFile(');
  });

  it('sends files', () => {
    const form = { ...named, bodyKind: 'form', body: '{"model":"m"}', files: ['file'] } as const;
    const code = printTypeScript(form, origin);
    expect(code).toContain(`{\n  file: await openAsBlob('file'),\n  model: 'm',\n}`);
    expect(code).toContain(`import { openAsBlob } from 'node:fs';`);
  });

  it('takes the tokens of a session where keys are refused', () => {
    const code = printTypeScript({ ...named, sendsKey: false }, origin);
    expect(code).toContain('access: process.env.WEFTLINE_ACCESS_TOKEN');
  });
});

describe('printPython', () => {
  const named = { ...write, sdk: { name: 'bigThings.createOne', result: 'value' } } as const;

  it('makes the call with the client, in the words of Python', () => {
    expect(printPython(named, origin)).toBe(`from weftline import Weftline

client = Weftline(base_url="https://example.com")
result = client.big_things.create_one(
    name="It's",
    size="x",
    is_new=True,
    note=None,
)
print(result)`);
  });

  it('gives the values of the path, and the query without empty values', () => {
    const from = { ...read, values: { ...read.values, from: 'EUR' } };
    expect(printPython(from, origin)).toContain(
      'for one in client.things.list("a b", page=2, from_="EUR"):\n    print(one)',
    );
  });

  it('indents what is nested', () => {
    const nested = { ...named, body: '{"price":{"amount":"1"},"ids":[]}' };
    expect(printPython(nested, origin)).toContain(
      '(\n    price={\n        "amount": "1",\n    },\n    ids=[],\n)',
    );
  });

  it('stores what is a file, and sends files', () => {
    const csv = { ...read, values: { ...read.values, format: 'csv' } };
    expect(printPython(csv, origin)).toContain('Path("response").write_bytes(');
    const form = { ...named, bodyKind: 'form', body: '{"model":"m"}', files: ['file'] } as const;
    expect(printPython(form, origin)).toContain('(file=Path("file"), model="m")');
    expect(printPython({ ...named, bodyKind: 'raw' }, origin)).toContain(
      'create_one(Path("file"))',
    );
  });

  it('takes the tokens of a session where keys are refused', () => {
    const code = printPython({ ...named, sendsKey: false }, origin);
    expect(code).toContain('os.environ["WEFTLINE_ACCESS_TOKEN"]');
    expect(code).toContain('from weftline import SessionTokens, Weftline');
  });
});
