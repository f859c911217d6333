import site from '#content/site.json' with { type: 'json' };
import { Badge } from '#ui/Badge.tsx';
import { MenuAnchor } from '../menus/MenuAnchor.tsx';
import { MenuList } from '../menus/MenuList.tsx';
import {
  compactFooterLinks,
  credit,
  footerLinks,
  type MenuLink,
  secondMenu,
  socials,
} from '../menus/menu.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { Copyright } from './Copyright.tsx';
import { Logo } from './Logo.tsx';

const itemClass = 'inline-flex min-h-9 items-center hover:text-text pointer-coarse:min-h-11';

const FooterLinks = ({ links }: { links: readonly MenuLink[] }) => (
  <nav aria-label="Legal">
    <ul className="flex flex-wrap gap-x-6">
      {links.map((link) => (
        <li key={link.path}>
          <MenuAnchor link={link} className={itemClass} />
        </li>
      ))}
    </ul>
  </nav>
);

const FooterCredit = () =>
  credit && (
    <PageLink href={credit.url} className={itemClass}>
      {credit.label}
    </PageLink>
  );

const Socials = () =>
  socials.length > 0 && (
    <ul className="mt-6 flex flex-wrap gap-x-5 text-sm">
      {socials.map(({ label, url }) => (
        <li key={url}>
          <a href={url} rel="me" className={itemClass}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );

const FooterMenus = () => (
  <div className="grid grid-cols-3 gap-8 lg:col-span-9 lg:grid-cols-5">
    {secondMenu.map(({ group, title, items }) => (
      <nav key={group} aria-label={`${title} links`}>
        <p className="border-t border-control pt-3 text-sm font-semibold">{title}</p>
        <MenuList items={items} className="footer-list mt-2 text-sm text-quiet" />
      </nav>
    ))}
  </div>
);

const FullFooter = () => (
  <div className="hidden md:block">
    <div className="mx-auto grid max-w-page gap-10 px-gutter py-14 lg:grid-cols-12">
      <div className="lg:col-span-3">
        <Logo />
        <p className="mt-3 max-w-64 text-sm text-quiet">{site.description}</p>
        <Badge tone="info" className="mt-5">
          {site.slogan}
        </Badge>
        <Socials />
      </div>
      <FooterMenus />
    </div>
    <div className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 px-gutter py-3 text-xs text-quiet">
        <Copyright />
        <FooterLinks links={footerLinks} />
        <FooterCredit />
      </div>
    </div>
  </div>
);

const CompactFooter = () => (
  <div className="px-gutter py-6 text-sm text-quiet md:hidden">
    <FooterLinks links={compactFooterLinks} />
    <p className="mt-3 flex flex-wrap items-center justify-between gap-x-6 text-xs">
      <Copyright />
      <FooterCredit />
    </p>
  </div>
);

export const SiteFooter = () => (
  <footer className="border-t border-line">
    <FullFooter />
    <CompactFooter />
  </footer>
);
