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
import type { ImportKind } from '#areas/customs/wire/calculations/calculations.constants.ts';
import { paymentList } from '#areas/payments/ui/queries.ts';
import { useTranscripts } from '#areas/speech/ui/queries.ts';
import { ticketList } from '#areas/support/ui/queries.ts';
import { formatMoney } from '#lib/format-money.ts';
import { useSearch } from '#site/search/use-search.ts';
import { type PaletteRecord, PaletteRecords, PaletteSearching } from '#ui/palette/Palette.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import { useDebounced } from '#ui/use-debounced.ts';

type RecordLink = PaletteRecord & { path: string };
type Go = (address: string) => void;

const visibleMax = 4;
const pauseMs = 200;
const lengthMin = 2;

function useCalculations(kind: ImportKind, search: string) {
  const { data, isPending } = useHistory(kind, { page: '1', search });
  const found = (data?.results ?? []).map(
    (row): RecordLink => ({
      id: String(row.id),
      title: row.title || row.inputs_summary || `Calculation ${row.id}`,
      path: `/dashboard/customs/${kind}/${row.id}`,
    }),
  );
  return { found, isPending };
}

type RecordsProps = { search: string; go: Go };

function Records({ search, go }: RecordsProps) {
  const page_size = String(visibleMax);
  const payments = useRecords(paymentList, { search, page_size });
  const tickets = useRecords(ticketList(true), { search, page_size });
  const transcripts = useTranscripts({ search, page: 1 });
  const vehicles = useCalculations('vehicle', search);
  const goods = useCalculations('goods', search);
  const pages = useSearch(search);
  const groups: { heading: string; icon: LucideIcon; found: readonly RecordLink[] }[] = [
    {
      heading: 'Payments',
      icon: CreditCard,
      found: (payments.data?.results ?? []).map((one) => ({
        id: one.uuid,
        title: one.internal_id,
        detail: `${formatMoney(one.amount, one.currency)}, ${one.status_display}`,
        path: `/dashboard/payments/${one.uuid}`,
      })),
    },
    {
      heading: 'Tickets',
      icon: MessagesSquare,
      found: (tickets.data?.results ?? []).map((one) => ({
        id: one.uuid,
        title: `#${one.number} ${one.subject}`,
        detail: one.status_display,
        path: `/dashboard/support/${one.uuid}`,
      })),
    },
    { heading: 'Vehicle imports', icon: Ship, found: vehicles.found },
    { heading: 'Goods imports', icon: Ship, found: goods.found },
    {
      heading: 'Transcripts',
      icon: AudioLines,
      found: (transcripts.data?.results ?? []).map(({ id, title }) => ({
        id,
        title,
        path: `/dashboard/speech?tab=transcribe&transcript=${id}`,
      })),
    },
    {
      heading: 'Documentation',
      icon: BookOpen,
      found: (pages.kind === 'found' ? pages.hits : [])
        .filter(({ path }) => path.startsWith('/docs/'))
        .map(({ path, label }) => ({ id: path, title: label, detail: path, path })),
    },
  ];
  const searches = [payments, tickets, transcripts, vehicles, goods];
  const isBusy = pages.kind === 'busy' || searches.some(({ isPending }) => isPending);
  return (
    <>
      {groups.map((group) => (
        <PaletteRecords
          key={group.heading}
          {...group}
          search={search}
          found={group.found.slice(0, visibleMax)}
          onSelect={({ path }) => go(path)}
        />
      ))}
      {isBusy && <PaletteSearching />}
    </>
  );
}

/** The customer's records and the pages of the documentation that match, once typing pauses. */
export function CustomerRecords({ search, go }: RecordsProps) {
  const typed = hideKeys(search.trim());
  const settled = useDebounced(typed, pauseMs);
  if (typed.length < lengthMin) return null;
  if (settled !== typed) return <PaletteSearching />;
  // A new one for each text: the lists would show the results of the text before meanwhile.
  return <Records key={settled} search={settled} go={go} />;
}
