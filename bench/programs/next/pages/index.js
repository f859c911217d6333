// The home page as markup that is known when Next.js builds.
import { createElement } from 'react';
import page from '../page.json';

export default function Page() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own page
  return createElement('main', { dangerouslySetInnerHTML: { __html: page.markup } });
}
