// The filters of the projects: values, addresses, and which projects fit. One chosen value has a
// page of its own, which needs no script; several together stand in the query.
import { inSentence } from './in-sentence.ts';
import type { Page } from './page-schema.ts';
import type { PageCard } from './pages.ts';
import { fillPath, findRoute, toTitle } from './route-table.ts';

export const facets = ['industry', 'service', 'technology'] as const;
export type Facet = (typeof facets)[number];
/** At most one value a facet, as addresses have it. */
export type Choice = { [facet in Facet]?: string };
export type FacetValue = { slug: string; label: string; count: number };

export const facetTitles: Record<Facet, string> = {
  industry: 'Industry',
  service: 'Service',
  technology: 'Technology',
};

/** One project more or less makes no list: a technology that only one is made of is no filter. */
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

/** What a project is listed under, with the words for it. */
function valuesOf(card: PageCard, facet: Facet): { slug: string; label: string }[] {
  if (facet === 'technology')
    return (card.technologies ?? []).map((label) => ({ slug: technologySlug(label), label }));
  const [slugs, folder] =
    facet === 'industry' ? [card.industries, 'industries'] : [card.services, 'services'];
  return (slugs ?? []).map((slug) => ({ slug, label: labelOfPage(folder, slug) }));
}

/** The values of a filter, the most used first. */
export function listValues(cards: readonly PageCard[], facet: Facet): FacetValue[] {
  const groups = Map.groupBy(
    cards.flatMap((card) => valuesOf(card, facet)),
    ({ slug }) => slug,
  );
  return [...groups]
    .map(([slug, uses]) => ({ slug, label: uses[0]?.label ?? slug, count: uses.length }))
    .filter(({ count }) => facet !== 'technology' || count >= technologyUsesMin)
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label));
}

export const matchCards = (cards: readonly PageCard[], choice: Choice): PageCard[] =>
  cards.filter((card) =>
    facets.every((facet) => {
      const wanted = choice[facet];
      return !wanted || valuesOf(card, facet).some(({ slug }) => slug === wanted);
    }),
  );

/** The same choice with one value taken or, where it was taken already, left. */
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

/** What an address chooses: its path, and what its query adds. */
export function readChoice(path: string, query?: URLSearchParams): Choice {
  const [, facet, value] = /^\/projects\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const asked = facets.flatMap((name) => {
    const given = query?.get(name);
    return given ? [[name, given]] : [];
  });
  return { ...Object.fromEntries(asked), ...(isFacet(facet) && value && { [facet]: value }) };
}

const headings: Record<Facet, string> = {
  industry: 'Systems for',
  service: 'Systems that begin with',
  technology: 'Systems made of',
};

/** The head of the page of one value; none for a value that no filter has. */
export function facetPage(choice: Choice, cards: readonly PageCard[]): Page | undefined {
  const facet = facets.find((name) => choice[name]);
  const value = facet && listValues(cards, facet).find(({ slug }) => slug === choice[facet]);
  if (!facet || !value) return undefined;
  const label = facet === 'technology' ? value.label : inSentence(value.label);
  const kinds = value.count === 1 ? 'One kind of system' : `${value.count} kinds of systems`;
  return {
    layout: 'overview',
    family: 'projects',
    title: `${headings[facet]} ${label}`,
    description: `${kinds} that we build, filed under ${label}. Each has its architecture sketch, the decisions behind it and its parts.`,
    lead: `${kinds}, each with the drawing that we start from.`,
    canonical: '/projects',
    nextStep: {
      title: 'Is yours between two of them?',
      text: 'Name both and what comes in between. We answer with the drawing we would start from.',
      label: 'Name both',
      path: '/company/contact',
    },
    order: 0,
    appBar: true,
    isHidden: false,
    isHiddenInSitemap: true,
  };
}
