import { type MenuLink, mainMenu } from './menu.ts';

/** Where to go on from a page or a search that found nothing. */
export const sectionLinks: readonly MenuLink[] = [
  ...mainMenu.map(({ path, title }) => ({ path, label: title })),
  { path: '/company/contact', label: 'Contact' },
];
