import { Link, useSearchParams } from 'react-router';
import { formatCount } from '#lib/format.ts';
import { useAddress } from '../navigation/use-address.ts';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';
import { contentCards } from '../pages/content-cards.ts';
import {
  type Choice,
  choicePath,
  type Facet,
  type FacetValue,
  facets,
  facetTitles,
  listValues,
  matchCards,
  readChoice,
  toggleValue,
} from './facets.ts';
import { type ProjectCard, ProjectShelves } from './ProjectShelves.tsx';

const cards = contentCards.filter((card): card is ProjectCard => card.project !== undefined);
const values = facets.map((facet) => ({ facet, values: listValues(cards, facet) }));

type FilterProps = { choice: Choice; isHydrated: boolean };

type ValueLinkProps = FilterProps & { facet: Facet; value: FacetValue };

function ValueLink({ facet, value, choice, isHydrated }: ValueLinkProps) {
  const isChosen = choice[facet] === value.slug;
  // Before hydration filters can't be combined: each value links to its own page.
  const next = toggleValue(isHydrated || isChosen ? choice : {}, facet, value.slug);
  const isEmpty = !isChosen && isHydrated && matchCards(cards, next).length === 0;
  return (
    <li className="max-lg:border max-lg:border-control lg:border-l lg:border-line has-[[aria-current]]:border-accent">
      <Link
        to={choicePath(next)}
        preventScrollReset
        {...(isChosen && { 'aria-current': 'true' as const })}
        className={`flex min-h-8 items-center justify-between gap-3 px-3 text-sm hover:text-accent aria-[current]:font-semibold aria-[current]:text-accent pointer-coarse:min-h-11 ${isEmpty ? 'text-quiet line-through decoration-line' : ''}`}
      >
        {value.label}
        <span className="text-xs font-normal text-quiet tabular-nums">{value.count}</span>
      </Link>
    </li>
  );
}

const Filters = (props: FilterProps) => (
  <div className="grid gap-7 max-lg:py-5">
    {values.map(({ facet, values: own }) => (
      <section key={facet} aria-label={facetTitles[facet]}>
        <h2 className="mb-2 font-sans text-xs font-normal text-quiet tracking-normal">
          {facetTitles[facet]}
        </h2>
        <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-2">
          {own.map((value) => (
            <ValueLink key={value.slug} facet={facet} value={value} {...props} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);

const countProjects = (count: number) => formatCount(count, 'project');

/** The number of projects, and a link to all of them. */
const Summary = ({ count, isFiltered }: { count: number; isFiltered: boolean }) => (
  <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 pb-2 text-sm">
    <p role="status" className="text-quiet">
      {isFiltered ? `${countProjects(count)} of ${cards.length}` : countProjects(count)}
    </p>
    {isFiltered && (
      <Link to="/projects" preventScrollReset className="link inline-flex min-h-8 items-center">
        Show all projects
      </Link>
    )}
  </div>
);

/** All projects beside their filters; the selected filters are in the address. */
export function ProjectBrowser() {
  const isHydrated = useIsHydrated();
  const path = useAddress();
  const [query] = useSearchParams();
  const choice = readChoice(path, isHydrated ? query : undefined);
  const matching = matchCards(cards, choice);
  const isFiltered = Object.keys(choice).length > 0;
  const filters = <Filters choice={choice} isHydrated={isHydrated} />;
  return (
    <div className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-4 px-gutter pt-6 pb-section lg:grid-cols-12">
        <nav aria-label="Filters" className="lg:col-span-3">
          <details className="border-b border-line lg:hidden">
            <summary className="min-h-12 py-3 font-medium">Filter projects</summary>
            {filters}
          </details>
          <div className="hidden lg:sticky lg:top-20 lg:block lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:py-2 lg:pr-2">
            {filters}
          </div>
        </nav>
        <div className="lg:col-span-9">
          <Summary count={matching.length} isFiltered={isFiltered} />
          {matching.length === 0 && (
            <p className="border-t border-line py-10 text-lg">
              No project matches all of these filters. Remove one of them.
            </p>
          )}
          <ProjectShelves cards={matching} />
        </div>
      </div>
    </div>
  );
}
