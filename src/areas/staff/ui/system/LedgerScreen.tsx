import { errorMessage } from '#lib/call-error.ts';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Screen } from '#ui/Screen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { LedgerCheckWire } from '../../wire/ledger-check.ts';
import { Journals } from './Journals.tsx';
import { useLedgerCheck } from './queries.ts';
import { TrialBalance } from './TrialBalance.tsx';

const Problems = ({ check: { problems } }: { check: LedgerCheckWire }) =>
  problems.length > 0 && (
    <Banner tone="error" title="The ledger is not sound">
      <ul className="list-disc pl-5">
        {problems.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Banner>
  );

const Seals = ({ check }: { check: LedgerCheckWire }) => (
  <Panel title="Seals">
    <DescriptionList
      items={[
        { term: 'Sealed journals', description: formatCount(check.sealed) },
        { term: 'Wallets in debt', description: formatCount(check.debts) },
        {
          term: 'Last hash',
          description: (
            <span className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 text-xs wrap-anywhere">{check.head}</code>
              <CopyButton value={check.head} label="Copy the hash" size="small" />
            </span>
          ),
        },
      ]}
    />
  </Panel>
);

export default function LedgerScreen() {
  const check = useLedgerCheck();
  return (
    <Screen
      title="Ledger"
      description={
        check.data ? (
          <>
            Read from the first posting to the last, <RelativeTime value={check.data.checked_at} />.
          </>
        ) : (
          'Read from the first posting to the last.'
        )
      }
      status={
        check.data && (
          <Badge tone={check.data.is_sound ? 'success' : 'danger'}>
            {check.data.is_sound ? 'Sound' : 'Not sound'}
          </Badge>
        )
      }
      action={
        <Button onClick={() => check.refetch()} isBusy={check.isFetching} busyLabel="Checking...">
          Check again
        </Button>
      }
    >
      {check.isError && (
        <LoadError message={errorMessage(check.error)} onRetry={() => check.refetch()} />
      )}
      {check.data && <Problems check={check.data} />}
      <TrialBalance />
      <Journals />
      {check.isPending && <Skeleton className="h-60 w-full" />}
      {check.data && <Seals check={check.data} />}
    </Screen>
  );
}
