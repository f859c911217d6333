// The filters of the projects: their values, addresses and matches. One selected value has a page
// of its own, which works without scripts; several values are in the query.

import { inSentence } from '#lib/in-sentence.ts';
import type { PageCard } from '../pages/content-pages.ts';
import type { Page } from '../pages/page-schema.ts';
import { fillPath, findRoute, toTitle } from '../routes/route-table.ts';

export const facets = ['industry', 'service', 'technology'] as const;
export type Facet = (typeof facets)[number];
/** At most one value per facet, as in addresses. */
export type Choice = { [facet in Facet]?: string };
export type FacetValue = { slug: string; label: string; count: number };

export const facetTitles: Record<Facet, string> = {
  industry: 'Industry',
  service: 'Service',
  technology: 'Technology',
};

/** A filter with a single match is useless: rarer technologies are left out. */
const technologyUsesMin = 2;

/** `C++` as `c-plus-plus`, `Node.js` as `node-js`. */
export const technologySlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('+', '-plus')
    .replaceAll('#', '-sharp')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const labelOfPage = (folder: string, slug: string) =>
  findRoute(`/${folder}/${slug}`)?.label ?? toTitle(slug);

/** The values of a project for a facet, with their labels. */
function toValues(card: PageCard, facet: Facet): { slug: string; label: string }[] {
  if (facet === 'technology')
    return (card.project?.technologies ?? []).map((label) => ({
      slug: technologySlug(label),
      label,
    }));
  const [slugs, folder] =
    facet === 'industry'
      ? [card.project?.industries, 'industries']
      : [card.project?.services, 'services'];
  return (slugs ?? []).map((slug) => ({ slug, label: labelOfPage(folder, slug) }));
}

/** The values of a filter, most used first. */
export function listValues(cards: readonly PageCard[], facet: Facet): FacetValue[] {
  const groups = Map.groupBy(
    cards.flatMap((card) => toValues(card, facet)),
    ({ slug }) => slug,
  );
  return [...groups]
    .map(([slug, uses]) => ({ slug, label: uses[0]?.label ?? slug, count: uses.length }))
    .filter(({ count }) => facet !== 'technology' || count >= technologyUsesMin)
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

export const matchCards = <C extends PageCard>(cards: readonly C[], choice: Choice): C[] =>
  cards.filter((card) =>
    facets.every((facet) => {
      const selected = choice[facet];
      return !selected || toValues(card, facet).some(({ slug }) => slug === selected);
    }),
  );

/** Selects a value, or clears it when it is selected already. */
export function toggleValue(choice: Choice, facet: Facet, slug: string): Choice {
  const { [facet]: current, ...others } = choice;
  return current === slug ? others : { ...others, [facet]: slug };
}

export function choicePath(choice: Choice): string {
  const chosen = facets.flatMap((facet) => {
    const value = choice[facet];
    return value ? [[facet, value] as [Facet, string]] : [];
  });
  const [first] = chosen;
  if (!first) return '/projects';
  if (chosen.length > 1) return `/projects?${new URLSearchParams(chosen)}`;
  return fillPath('/projects/:facet/:value', { facet: first[0], value: first[1] });
}

const isFacet = (name: string | undefined): name is Facet => facets.some((facet) => facet === name);

/** The values in an address: of its path and its query. */
export function readChoice(path: string, query?: URLSearchParams): Choice {
  const [, facet, value] = /^\/projects\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const fromQuery = facets.flatMap((name) => {
    const value = query?.get(name);
    return value ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(fromQuery), ...(isFacet(facet) && value && { [facet]: value }) };
}

const headings: Record<Facet, string> = {
  industry: 'Projects for',
  service: 'Projects that include',
  technology: 'Projects that use',
};

/** The frontmatter of the page of one value; undefined for an unknown value. */
export function facetPage(choice: Choice, cards: readonly PageCard[]): Page | undefined {
  const facet = facets.find((name) => choice[name]);
  const value = facet && listValues(cards, facet).find(({ slug }) => slug === choice[facet]);
  if (!facet || !value) return undefined;
  const label = facet === 'technology' ? value.label : inSentence(value.label);
  const title = `${headings[facet]} ${label}`;
  const count = value.count === 1 ? 'One project' : `${value.count} projects`;
  return {
    layout: 'overview',
    collection: 'projects',
    title,
    description: `${title}: ${value.count} in all. Each says whether it runs here or is a blueprint, how it works, and what you receive.`,
    lead: `${count}. Each says whether it runs here or is a blueprint: a design that we would start from.`,
    canonical: '/projects',
    nextStep: {
      title: 'Is yours missing?',
      text: 'Tell us what the system has to do. We answer with the drawing that we would start from.',
      label: 'Describe your system',
      path: '/company/contact',
    },
    order: 0,
    appBar: true,
    isHidden: false,
    isHiddenInSitemap: true,
  };
}
