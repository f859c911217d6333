// The two shelves of the projects: what runs in this product, and designs of systems.
import type { Page, PageWith } from '../pages/page-schema.ts';

export type Shelf = PageWith<'project'>['shelf'];

type ShelfText = {
  label: string;
  /** Above the name of one project. */
  ofOne: string;
  lead: string;
  notice: string;
};

export const shelves: Record<Shelf, ShelfText> = {
  running: {
    label: 'Running here',
    ofOne: 'Running here',
    lead: 'Parts of the platform behind this site. You can open and try each of them.',
    notice: 'This runs in the platform behind this site.',
  },
  blueprint: {
    label: 'Blueprints',
    ofOne: 'Blueprint',
    lead: 'Designs that we would start from. None of them is finished work for a customer.',
    notice: 'A blueprint: a design that we would start from, not finished work for a customer.',
  },
};

export const isBlueprint = (page: Page): boolean =>
  page.layout === 'project' && page.shelf === 'blueprint';
