// The two shelves of the projects: what runs in this product, and designs of systems.
import type { Page, PageOf } from '../pages/page-schema.ts';

export type Shelf = PageOf<'project'>['shelf'];

export const shelves: Record<Shelf, { label: string; lead: string; notice: string }> = {
  running: {
    label: 'Running here',
    lead: 'Parts of the platform behind this site. You can open and try each of them.',
    notice: 'This runs in the platform behind this site.',
  },
  blueprint: {
    label: 'Blueprints',
    lead: 'Designs that we would start from, not finished work for a customer.',
    notice: 'A blueprint: a design that we would start from, not finished work for a customer.',
  },
};

export const isBlueprint = (page: Page): boolean =>
  page.layout === 'project' && page.shelf === 'blueprint';
