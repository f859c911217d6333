import { expect, it } from 'vitest';
import { linkErrorCodes } from '../../scripts/build/error-links.ts';
import { insertSiteAddress } from '../../scripts/build/site-address.ts';

const text = (value: string) => ({ type: 'text', value });
const element = (tagName: string, ...children: object[]) => ({
  type: 'element',
  tagName,
  children,
});
const root = (...children: object[]) => ({ type: 'root', children });

it('error codes in sentences lead to their pages, other code does not', () => {
  const tree = root(
    element('p', element('code', text('scope_missing')), element('code', text('page_size'))),
    element('a', element('code', text('busy'))),
    element('pre', element('code', text('busy'))),
    element('p', element('code', text('error'))),
  );
  linkErrorCodes()(tree as Parameters<ReturnType<typeof linkErrorCodes>>[0]);
  const links = [...JSON.stringify(tree).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual(['/docs/errors/scope_missing']);
});

it('the address of the installation is printed by a component', () => {
  const tree = root(element('code', text('curl https://HOST/apix/ https://HOST')));
  insertSiteAddress()(tree as Parameters<ReturnType<typeof insertSiteAddress>>[0]);
  expect(tree).toMatchObject(
    root(
      element(
        'code',
        text('curl '),
        { type: 'mdxJsxTextElement', name: 'SiteUrl' },
        text('/apix/ '),
        { type: 'mdxJsxTextElement', name: 'SiteUrl' },
      ),
    ),
  );
});
