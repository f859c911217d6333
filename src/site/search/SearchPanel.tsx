import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { sectionLinks } from '../menus/section-links.ts';
import { PageLink } from '../navigation/PageLink.tsx';
import { listBreadcrumbs } from '../routes/route-table.ts';
import { createExcerpt, type Hit } from './search-index.ts';
import { type SearchState, useSearch } from './use-search.ts';

const hitsStep = 12;

/** The arrow keys move between the field and the results. */
function moveInResults(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hit]')];
  stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  event.preventDefault();
}

const HitRow = ({ hit, onOpen }: { hit: Hit; onOpen?: (() => void) | undefined }) => (
  <li className="border-t border-line">
    <PageLink
      href={hit.path}
      data-hit=""
      onClick={onOpen}
      className="group block px-2 py-3 focus-visible:outline-offset-0"
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="font-medium group-hover:text-accent">{hit.label}</span>
        <span className="shrink-0 text-xs text-quiet">{listBreadcrumbs(hit.path)[1]?.label}</span>
      </span>
      <span className="mt-1 line-clamp-2 text-sm text-quiet [&_mark]:bg-transparent [&_mark]:font-semibold [&_mark]:text-text">
        {createExcerpt(hit).map(({ words, isMatch }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order.
          isMatch ? <mark key={at}>{words}</mark> : words,
        )}
      </span>
    </PageLink>
  </li>
);

/** Where to go on without a result. */
const Sections = ({ onOpen }: { onOpen?: (() => void) | undefined }) => (
  <nav aria-label="Main sections">
    <ul className="flex flex-wrap gap-2 pb-1 text-sm">
      {sectionLinks.map(({ path, label }) => (
        <li key={path}>
          <PageLink
            href={path}
            onClick={onOpen}
            className="inline-flex min-h-9 items-center rounded-control border border-control px-3 hover:border-text pointer-coarse:min-h-11"
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  </nav>
);

const messages = {
  idle: 'Search for a word or two, such as “ledger” or “price”.',
  busy: 'Searching...',
  failed: 'The search could not be loaded. Check your connection, then try again.',
};

function statusText(state: SearchState, words: string, hitsMax: number): string {
  if (state.kind !== 'found') return messages[state.kind];
  const { length } = state.hits;
  if (length === 0) return `No results for “${words.trim()}”. Try fewer or different words.`;
  return length > hitsMax ? `${hitsMax} of ${length} pages` : formatCount(length, 'page');
}

type SearchPanelProps = {
  words: string;
  onWordsChange: (words: string) => void;
  onOpen?: () => void;
  hasFocus?: boolean;
};

/** The search field and its results. Enter opens the first result. */
export function SearchPanel({ words, onWordsChange, onOpen, hasFocus }: SearchPanelProps) {
  const [hitsMax, setHitsMax] = useState(hitsStep);
  const state = useSearch(words);
  const hits = state.kind === 'found' ? state.hits : [];
  const panel = useRef<HTMLDivElement>(null);
  const [isOpening, setIsOpening] = useState(false);
  const isSettled = state.kind === 'found' && state.isComplete;
  useEffect(() => {
    if (isOpening && isSettled) panel.current?.querySelector<HTMLElement>('[data-hit]')?.click();
  }, [isOpening, isSettled]);

  function changeWords(next: string) {
    setHitsMax(hitsStep);
    setIsOpening(false);
    onWordsChange(next);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and links inside.
    <div ref={panel} onKeyDown={moveInResults}>
      <TextField
        type="search"
        name="q"
        label="Search pages, projects and articles"
        autoComplete="off"
        autoFocus={hasFocus}
        value={words}
        onChange={(event) => changeWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) setIsOpening(true);
        }}
      />
      <p role="status" className="py-3 text-sm text-quiet">
        {statusText(state, words, hitsMax)}
      </p>
      {state.kind === 'failed' && <Button onClick={state.retry}>Try again</Button>}
      {(state.kind === 'idle' || (isSettled && hits.length === 0)) && <Sections onOpen={onOpen} />}
      {hits.length > 0 && (
        <ul className="border-b border-line">
          {hits.slice(0, hitsMax).map((hit) => (
            <HitRow key={hit.path} hit={hit} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {hits.length > hitsMax && (
        <Button variant="quiet" className="mt-3" onClick={() => setHitsMax(hitsMax + hitsStep)}>
          Show more
        </Button>
      )}
    </div>
  );
}
