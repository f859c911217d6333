import type { VehiclePage } from '#areas/customs/wire/vehicles/vehicle-pages.constants.ts';
import type { Page } from '../pages/page-schema.ts';

/** What the frontmatter is for a page in content/. */
export const vehiclePageHead = (page: VehiclePage): Page => ({
  layout: 'plain',
  title: page.title,
  label: page.label,
  heading: page.heading,
  description: page.description,
  // The newest of what it shows: its example, its sources, or the beginning of its rules.
  updated: [page.rules.readOn ?? '', page.rules.from].sort().at(-1) ?? page.asOf,
  order: 0,
  appBar: true,
  isHidden: false,
  isHiddenInSitemap: false,
});
