import {
  AudioLines,
  BookOpen,
  CreditCard,
  type LucideIcon,
  MessagesSquare,
  Ship,
} from 'lucide-react';
import { hideKeys } from '#areas/billing/wire/keys.constants.ts';
import { useHistory } from '#areas/customs/ui/queries.ts';
import type { ImportKind } from '#areas/customs/wire/calculations.constants.ts';
import { usePayments } from '#areas/payments/ui/queries.ts';
import { useTranscripts } from '#areas/speech/ui/queries.ts';
import { useTickets } from '#areas/support/ui/queries.ts';
import { formatMoney } from '#lib/format-money.ts';
import { useSearch } from '#site/search/use-search.ts';
import { PaletteGroup, PaletteItem } from '#ui/palette/Palette.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

type RecordLink = { id: string; title: string; detail?: string; path: string };
type Go = (address: string) => void;

const shownMax = 4;
const pauseMs = 200;
const lengthMin = 2;

type RecordGroupProps = {
  heading: string;
  icon: LucideIcon;
  /** What was typed: the server has searched already, so that every record matches. */
  search: string;
  found: readonly RecordLink[] | undefined;
  go: Go;
};

const RecordGroup = ({ heading, icon: Icon, search, found = [], go }: RecordGroupProps) =>
  found.length > 0 && (
    <PaletteGroup heading={heading}>
      {found.slice(0, shownMax).map(({ id, title, detail, path }) => (
        <PaletteItem
          key={id}
          value={`${search} ${heading} ${id}`}
          icon={<Icon size={18} aria-hidden />}
          {...(detail && { detail })}
          onSelect={() => go(path)}
        >
          {title}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );

function useCalculations(kind: ImportKind, search: string): RecordLink[] | undefined {
  return useHistory(kind, { page: '1', search }).data?.results.map((row) => ({
    id: String(row.id),
    title: row.title || row.inputs_summary || `Calculation ${row.id}`,
    path: `/dashboard/customs/${kind}/${row.id}`,
  }));
}

type RecordsProps = { search: string; go: Go };

function Records({ search, go }: RecordsProps) {
  const page_size = String(shownMax);
  const payments = usePayments({ search, page_size }).data?.results;
  const tickets = useTickets({ search, page_size }, true).data?.results;
  const transcripts = useTranscripts({ search, page: 1 }).data?.results;
  const vehicles = useCalculations('vehicle', search);
  const goods = useCalculations('goods', search);
  const pages = useSearch(search);
  const group = { search, go };
  return (
    <>
      <RecordGroup
        {...group}
        heading="Payments"
        icon={CreditCard}
        found={payments?.map((one) => ({
          id: one.uuid,
          title: one.internal_id,
          detail: `${formatMoney(one.amount, one.currency)}, ${one.status_display}`,
          path: `/dashboard/payments/${one.uuid}`,
        }))}
      />
      <RecordGroup
        {...group}
        heading="Tickets"
        icon={MessagesSquare}
        found={tickets?.map((one) => ({
          id: one.uuid,
          title: `#${one.number} ${one.subject}`,
          detail: one.status_display,
          path: `/dashboard/support/${one.uuid}`,
        }))}
      />
      <RecordGroup {...group} heading="Vehicle imports" icon={Ship} found={vehicles} />
      <RecordGroup {...group} heading="Goods imports" icon={Ship} found={goods} />
      <RecordGroup
        {...group}
        heading="Transcripts"
        icon={AudioLines}
        found={transcripts?.map(({ id, title }) => ({
          id,
          title,
          path: `/dashboard/speech?tab=transcribe&transcript=${id}`,
        }))}
      />
      <RecordGroup
        {...group}
        heading="Documentation"
        icon={BookOpen}
        found={
          pages.kind === 'found'
            ? pages.hits
                .filter(({ path }) => path.startsWith('/docs/'))
                .map(({ path, label }) => ({ id: path, title: label, detail: path, path }))
            : undefined
        }
      />
    </>
  );
}

/** The customer's records and the pages of the documentation that match, once typing pauses. */
export function PaletteRecords({ search, go }: RecordsProps) {
  const typed = hideKeys(search.trim());
  const settled = useDebounced(typed, pauseMs);
  if (settled !== typed || settled.length < lengthMin) return null;
  // A new one for each text: the lists would show the results of the text before meanwhile.
  return <Records key={settled} search={settled} go={go} />;
}
