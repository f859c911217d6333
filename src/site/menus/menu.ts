// content/site.json names the sections of the menus; their links come from the pages.
import site from '#content/site.json' with { type: 'json' };
import { groupMenus, pickSections } from '../routes/route-table.ts';

/** `setting` is the operator's address that the link leads to instead of `path`. */
export type MenuLink = { path: string; label: string; setting?: 'privacyUrl' | 'termsUrl' };

const sections = groupMenus();
export const mainMenu = pickSections(sections, site.menus.main);
export const secondMenu = pickSections(sections, site.menus.second);

type Legal = { privacy?: string; terms?: string; security?: string; cookies?: string };
const legal: Legal = site.legal;

const isConfigured = (link: Omit<MenuLink, 'path'> & { path?: string }): link is MenuLink =>
  link.path !== undefined && link.path !== '';

const ownLinks: readonly MenuLink[] = [
  { path: '/sitemap', label: 'Sitemap' },
  { path: '/docs', label: 'Docs' },
  { path: '/customs', label: 'Import duties' },
];

export const footerLinks: readonly MenuLink[] = [
  ...ownLinks,
  ...[
    { path: legal.privacy, label: 'Privacy Policy', setting: 'privacyUrl' as const },
    { path: legal.terms, label: 'Terms of Service', setting: 'termsUrl' as const },
    { path: legal.security, label: 'Security' },
    { path: legal.cookies, label: 'Cookies' },
  ].filter(isConfigured),
];

/** On small screens. */
export const compactFooterLinks: readonly MenuLink[] = [
  ...ownLinks,
  ...[
    { path: legal.privacy, label: 'Privacy', setting: 'privacyUrl' as const },
    { path: legal.terms, label: 'Terms', setting: 'termsUrl' as const },
  ].filter(isConfigured),
];

/** Optional links of content/site.json: who made the site, and the company's other profiles. */
type OutsideLink = { label: string; url: string };
type SiteLinks = { credit?: OutsideLink; socials: readonly OutsideLink[] };
export const { credit, socials } = site as SiteLinks;
