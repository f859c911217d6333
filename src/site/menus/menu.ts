// content/site.json names the sections of the menus; their links come from the pages.
import site from '#content/site.json' with { type: 'json' };
import {
  findRoute,
  groupMenus,
  type MenuSection,
  pickSections,
  routeTable,
  toTitle,
} from '../routes/route-table.ts';

export type MenuLink = {
  path: string;
  label: string;
  /** What the page is about, below the label. */
  menuLine?: string;
  /** The operator's address that the link leads to instead of `path`. */
  setting?: 'privacyUrl' | 'termsUrl';
};

/** `path` is its overview; a section without `items` is a plain link. */
export type SiteMenu = {
  group: string;
  title: string;
  path: string;
  items: readonly MenuLink[];
};

/** The pages of a section that have a line, then all of them. */
function toMenu({ group, title, items: [overview, ...pages] }: MenuSection): SiteMenu[] {
  if (!overview) return [];
  const { path } = overview;
  const listed = pages.filter(({ menuLine }) => menuLine);
  const all = { path, label: `All ${pages.length} ${title.toLowerCase()}` };
  return [{ group, title, path, items: listed.length > 0 ? [...listed, all] : [] }];
}

type ComposedLink = { path: string; label?: string | undefined };

/** Sections of pages from several folders; a `label` replaces that of the page. */
function composeMenu([group, links]: [string, readonly ComposedLink[]]): SiteMenu {
  const items = links.map(({ path, label }) => {
    const route = routeTable.find((one) => one.path === path);
    if (!route) throw new Error(`content/site.json: ${path} is not a page.`);
    return { ...route, ...(label && { label }) };
  });
  const [first] = items;
  if (!first) throw new Error(`content/site.json: the section ${group} has no pages.`);
  const path = findRoute(`/${group}`)?.path ?? first.path;
  return { group, title: toTitle(group), path, items };
}

const composed = Object.entries(site.menus.composed).map(composeMenu);
const ofFolders = groupMenus(routeTable, { itemsMax: Number.POSITIVE_INFINITY })
  .filter(({ group }) => !(group in site.menus.composed))
  .flatMap(toMenu);
const sections = [...composed, ...ofFolders];

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
  { path: '/status', label: 'Status' },
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
