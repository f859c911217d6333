import { type FormEvent, useState } from 'react';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordPages } from '#ui/records/RecordPages.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { TranscriptRowWire } from '../../wire/index.ts';
import { useTranscripts } from '../queries.ts';
import { TranscriptDialog } from './TranscriptDialog.tsx';

const Row = ({ row, onOpen }: { row: TranscriptRowWire; onOpen: () => void }) => (
  <li className="border-t border-line first:border-t-0">
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full gap-0.5 px-5 py-3 text-left -outline-offset-2 hover:bg-text/5"
    >
      <span className="font-medium wrap-anywhere">{row.title}</span>
      <span className="line-clamp-1 text-sm text-quiet">{row.excerpt || 'No speech found'}</span>
      <span className="text-sm text-quiet">
        <RelativeTime value={row.created_at} />, {formatClock(row.duration)}
      </span>
    </button>
  </li>
);

type View = { search: string; page: number };

function Rows({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const [opened, setOpened] = useState<string>();
  const transcripts = useTranscripts(view);
  if (transcripts.isPending)
    return (
      <div className="p-5">
        <span className="sr-only">Loading your transcripts</span>
        <Skeleton linesCount={3} />
      </div>
    );
  const { results = [] } = transcripts.data ?? {};
  const isSearch = view.search !== '';
  const goToPage = (page: number) => onChange({ ...view, page });
  return (
    <RecordPages result={transcripts} view={{ page: view.page, goToPage }} keepsDataOnError>
      {results.length === 0 && (
        <EmptyState
          title={isSearch ? 'No transcript matches' : 'No transcripts yet'}
          action={
            isSearch && (
              <Button onClick={() => onChange({ search: '', page: 1 })}>Clear search</Button>
            )
          }
        >
          {isSearch ? 'Try other words.' : 'Saved transcripts appear here.'}
        </EmptyState>
      )}
      <ul>
        {results.map((row) => (
          <Row key={row.id} row={row} onOpen={() => setOpened(row.id)} />
        ))}
      </ul>
      {opened && <TranscriptDialog id={opened} onClose={() => setOpened(undefined)} />}
    </RecordPages>
  );
}

/** Saved transcripts, with search. */
export function History() {
  const [view, setView] = useState<View>({ search: '', page: 1 });
  const [text, setText] = useState('');

  function search(event: FormEvent) {
    event.preventDefault();
    setView({ search: text.trim(), page: 1 });
  }

  function change(next: View) {
    setText(next.search);
    setView(next);
  }

  return (
    <Panel title="Saved transcripts" isFlush>
      <search>
        <form onSubmit={search} className="flex items-end gap-3 border-b border-line px-5 py-3">
          <TextField
            label="Search your transcripts"
            isLabelHidden
            type="search"
            placeholder="Words or title"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="flex-1"
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <Rows view={view} onChange={change} />
    </Panel>
  );
}
