// The two shelves of the projects: what runs in this product, and designs of systems.
import type { Page, PageOf } from '../pages/page-schema.ts';

export type Shelf = PageOf<'project'>['shelf'];

export const shelves: Record<Shelf, { label: string; lead: string; notice: string }> = {
  running: {
    label: 'Running here',
    lead: 'Parts of the platform behind this site. Each can be opened and tried.',
    notice: 'This runs in the platform behind this site.',
  },
  blueprint: {
    label: 'Blueprints',
    lead: 'Designs that we would start from. We have not built these for a customer, or cannot show it.',
    notice: 'A blueprint: a design that we would start from, not finished work for a customer.',
  },
};

export const isBlueprint = (page: Page): boolean =>
  page.layout === 'project' && page.shelf === 'blueprint';
