import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { CapturePicture } from '../captures/CapturePicture.tsx';
import type { PageCard, ProjectFacts } from '../pages/content-pages.ts';
import { findRoute, toTitle } from '../routes/route-table.ts';
import { Glyph } from './Glyph.tsx';
import { type Shelf, shelves } from './shelves.ts';

export type ProjectCard = PageCard & { project: ProjectFacts };

const ShelfHeading = ({ shelf, count }: { shelf: Shelf; count: number }) => (
  <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
    <h2 className="text-2xl">{shelves[shelf].label}</h2>
    <span className="text-sm text-quiet tabular-nums">{count}</span>
    <p className="basis-full max-w-measure text-quiet">{shelves[shelf].lead}</p>
  </div>
);

type RunningCardProps = { card: ProjectCard; isFirst: boolean };

const RunningCard = ({ card: { path, label, project }, isFirst }: RunningCardProps) => (
  <li className="flex flex-col border border-line surface-raised">
    {project.capture && (
      <CapturePicture
        name={project.capture}
        alt=""
        sizes="(min-width: 80rem) 36rem, (min-width: 40rem) 45vw, 92vw"
        isFirst={isFirst}
        className="border-b"
      />
    )}
    <Link to={path} className="group grid gap-2 p-6">
      <Glyph name={project.glyph} size={28} />
      <span className="mt-2 font-display text-2xl font-semibold tracking-tight group-hover:text-accent">
        {label}
      </span>
      <span className="text-quiet">{project.tagline}</span>
    </Link>
    {project.tryIt && (
      <a
        href={project.tryIt.path}
        className="mt-auto flex min-h-12 items-center justify-between gap-3 border-t border-line px-6 font-medium hover:text-accent"
      >
        {project.tryIt.label}
        <ArrowRight size={18} aria-hidden />
      </a>
    )}
  </li>
);

const industryNames = (slugs: readonly string[]) =>
  slugs.map((slug) => findRoute(`/industries/${slug}`)?.label ?? toTitle(slug)).join(', ');

const BlueprintRow = ({ card: { path, label, project } }: { card: ProjectCard }) => (
  <li className="border-t border-line">
    <Link
      to={path}
      className="group grid grid-cols-[1.75rem_1fr] items-baseline gap-x-4 gap-y-0.5 py-3.5 sm:grid-cols-[1.75rem_minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)]"
    >
      <span className="self-center">
        <Glyph name={project.glyph} size={20} />
      </span>
      <span className="font-semibold group-hover:text-accent">{label}</span>
      <span className="text-sm text-quiet max-sm:col-start-2">{project.kind}</span>
      <span className="text-sm text-quiet max-sm:hidden">{industryNames(project.industries)}</span>
    </Link>
  </li>
);

/** What runs here first, as cards; then the blueprints as a list. An empty shelf is left out. */
export function ProjectShelves({ cards }: { cards: readonly ProjectCard[] }) {
  const { running = [], blueprint = [] } = Object.groupBy(cards, ({ project }) => project.shelf);
  return (
    <div className="grid gap-14">
      {running.length > 0 && (
        <section>
          <ShelfHeading shelf="running" count={running.length} />
          <ul className="mt-6 grid gap-5 sm:grid-cols-2">
            {running.map((card, at) => (
              <RunningCard key={card.path} card={card} isFirst={at === 0} />
            ))}
          </ul>
        </section>
      )}
      {blueprint.length > 0 && (
        <section>
          <ShelfHeading shelf="blueprint" count={blueprint.length} />
          <ul className="mt-6 border-b border-line">
            {blueprint.map((card) => (
              <BlueprintRow key={card.path} card={card} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
