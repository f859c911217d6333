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

type Candidate = Omit<MenuLink, 'path'> & { path: string | undefined };
const configured = (links: readonly Candidate[]): MenuLink[] =>
  links.flatMap(({ path, ...link }) => (path ? { ...link, path } : []));

const ownLinks: readonly MenuLink[] = [
  { path: '/sitemap', label: 'Sitemap' },
  { path: '/docs', label: 'Docs' },
  { path: '/customs', label: 'Import duties' },
];

export const footerLinks: readonly MenuLink[] = [
  ...ownLinks,
  ...configured([
    { path: legal.privacy, label: 'Privacy Policy', setting: 'privacyUrl' },
    { path: legal.terms, label: 'Terms of Service', setting: 'termsUrl' },
    { path: legal.security, label: 'Security' },
    { path: legal.cookies, label: 'Cookies' },
  ]),
];

/** On small screens. */
export const compactFooterLinks: readonly MenuLink[] = [
  ...ownLinks,
  ...configured([
    { path: legal.privacy, label: 'Privacy', setting: 'privacyUrl' },
    { path: legal.terms, label: 'Terms', setting: 'termsUrl' },
  ]),
];

/** Optional links of content/site.json: who made the site, and the company's other profiles. */
type OutsideLink = { label: string; url: string };
type SiteLinks = { credit?: OutsideLink; socials: readonly OutsideLink[] };
export const { credit, socials } = site as SiteLinks;
