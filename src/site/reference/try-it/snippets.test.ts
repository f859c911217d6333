import { describe, expect, it } from 'vitest';
import { addressOf, type RequestParts } from './request-parts.ts';
import { printCurl, printPython, printTypeScript } from './snippets.ts';

const origin = 'https://example.com';
const read: RequestParts = {
  method: 'GET',
  apiPath: '/apix/things/{id}/',
  values: { id: 'a b', page: '2', search: '' },
  bodyKind: 'none',
  sendsKey: true,
  needsCredential: true,
  files: [],
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
  expect(addressOf(read)).toBe('/apix/things/a%20b/?page=2');
});

it('encodes an apostrophe, which would end the address in a program', () => {
  expect(addressOf({ ...read, values: { id: "it's" } })).toBe('/apix/things/it%27s/');
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

it('prints TypeScript that runs', () => {
  const code = printTypeScript(write, origin);
  const body = /JSON\.stringify\(([\s\S]*?)\),\n\}\);/.exec(code)?.[1] ?? '';
  expect(new Function(`return (${body});`)()).toEqual(JSON.parse(write.body ?? ''));
  expect(code).toContain("'X-API-Key': process.env.WEFTLINE_API_KEY ?? ''");
});

it('prints the words of Python', () => {
  const code = printPython(write, origin);
  expect(code).toContain('"is_new": True');
  expect(code).toContain('"note": None');
  expect(code).toContain('os.environ["WEFTLINE_API_KEY"]');
});
