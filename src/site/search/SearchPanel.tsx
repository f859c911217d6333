import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { breadcrumbsOf } from '../routes/route-table.ts';
import type { Hit } from './search-pages.ts';
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
    <Link
      to={hit.path}
      data-hit=""
      onClick={onOpen}
      className="group block px-2 py-3 focus-visible:outline-offset-0"
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="font-medium group-hover:text-accent">{hit.title}</span>
        <span className="shrink-0 text-xs text-quiet">{breadcrumbsOf(hit.path)[1]?.label}</span>
      </span>
      <span
        className="mt-1 line-clamp-2 text-sm text-quiet [&_mark]:bg-transparent [&_mark]:font-semibold [&_mark]:text-text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: Pagefind escapes the text of our own pages.
        dangerouslySetInnerHTML={{ __html: hit.excerpt }}
      />
    </Link>
  </li>
);

const messages = {
  idle: 'Words from a title or a text, such as “ledger” or “scraper”.',
  busy: 'Looking...',
  failed: 'The search could not be loaded. Check your connection, then type again.',
};

function statusText(state: SearchState): string {
  if (state.kind !== 'found') return messages[state.kind];
  const { hits, count, query } = state;
  if (count === 0) return `Nothing on this site says “${query}”. Try fewer or other words.`;
  if (count > hits.length) return `${hits.length} of ${count} pages`;
  return count === 1 ? '1 page' : `${count} pages`;
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
  const state = useSearch(words, hitsMax);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpening, setIsOpening] = useState(false);
  const isSettled = state.kind === 'found' && !state.isLate;
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
        {statusText(state)}
      </p>
      {state.kind === 'found' && state.hits.length > 0 && (
        <ul className="border-b border-line">
          {state.hits.map((hit) => (
            <HitRow key={hit.path} hit={hit} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {state.kind === 'found' && state.count > state.hits.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setHitsMax(hitsMax + hitsStep)}>
          Show more
        </Button>
      )}
    </div>
  );
}
