import { MenuDropdown } from '../menus/MenuDropdown.tsx';
import { mainMenu } from '../menus/menu.ts';
import { SessionActions } from '../menus/SessionActions.tsx';
import { SiteDrawer, SiteDrawerButton } from '../menus/SiteDrawer.tsx';
import { TalkLink } from '../menus/TalkLink.tsx';
import { SearchButton } from '../search/SearchButton.tsx';
import { Logo } from './Logo.tsx';

export const SiteHeader = () => (
  <header className="sticky top-0 z-40 border-b border-line surface-ground">
    <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-gutter">
      <Logo brief="crowded" />
      <nav aria-label="Main" className="hidden flex-1 text-xs md:flex lg:ml-6 lg:text-sm">
        {mainMenu.map((section) => (
          <MenuDropdown key={section.group} section={section} />
        ))}
      </nav>
      <div className="flex-1 text-right md:flex-none">
        <SearchButton />
      </div>
      <div className="ml-auto hidden items-center gap-1 md:flex lg:gap-2">
        <SessionActions />
        <TalkLink size="small" className="max-lg:in-data-signed-in:hidden" />
      </div>
      <SiteDrawerButton />
    </div>
    <SiteDrawer />
  </header>
);
