// Which sections menus show stands in content/site.json; what is in them comes from the pages.
import site from '#content/site.json' with { type: 'json' };
import { groupMenus, pickSections } from './route-table.ts';

export type MenuLink = { path: string; label: string };

const sections = groupMenus();
export const mainMenu = pickSections(sections, site.menus.main);
export const secondMenu = pickSections(sections, site.menus.second);

type Legal = { privacy?: string; terms?: string; security?: string; cookies?: string };
const legal: Legal = site.legal;

const isConfigured = (link: { path: string | undefined; label: string }): link is MenuLink =>
  link.path !== undefined && link.path !== '';

const ownLinks: readonly MenuLink[] = [
  { path: '/sitemap', label: 'Sitemap' },
  { path: '/docs', label: 'Docs' },
];

export const footerLinks: readonly MenuLink[] = [
  ...ownLinks,
  ...[
    { path: legal.privacy, label: 'Privacy Policy' },
    { path: legal.terms, label: 'Terms of Service' },
    { path: legal.security, label: 'Security' },
    { path: legal.cookies, label: 'Cookies' },
  ].filter(isConfigured),
];

/** On small screens. */
export const compactFooterLinks: readonly MenuLink[] = [
  ...ownLinks,
  ...[
    { path: legal.privacy, label: 'Privacy' },
    { path: legal.terms, label: 'Terms' },
  ].filter(isConfigured),
];

/** Who made the site, and the company elsewhere: each shown where content/site.json names it. */
type OutsideLink = { label: string; url: string };
type Shown = { credit?: OutsideLink; socials: readonly OutsideLink[] };
export const { credit, socials } = site as Shown;
