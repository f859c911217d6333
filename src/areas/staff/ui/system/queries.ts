import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import { useCall, useChange } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import type { Feature } from '#lib/features.ts';
import { runEach } from '#lib/run-each.ts';
import { listFeatures, switchFeature } from '../../wire/features.ts';
import { listLedgerJournals, readLedgerJournal, readTrialBalance } from '../../wire/journals.ts';
import { checkLedger } from '../../wire/ledger-check.ts';
import { discardMails, readMailHold, releaseMails } from '../../wire/mail-hold.ts';
import {
  fetchRates,
  listFailedJobs,
  listJobs,
  listMails,
  readRates,
  retryJob,
  retryJobs,
  retryMail,
} from '../../wire/system.ts';
import { readSystemHealth } from '../../wire/system-health.ts';

const systemKey = ['staff', 'system'];

export const useSystemHealth = () =>
  useQuery({
    queryKey: [...systemKey, 'health'],
    queryFn: ({ signal }) => call(readSystemHealth, {}, { signal }),
    refetchInterval: 30_000,
  });

export const useJobs = () =>
  useQuery({
    queryKey: [...systemKey, 'jobs'],
    queryFn: ({ signal }) => call(listJobs, {}, { signal }),
    refetchInterval: 15_000,
  });

export const failedJobList = (queue: string) =>
  createList([...systemKey, 'jobs'], listFailedJobs, { queue });

export const mailList = createList([...systemKey, 'mails'], listMails);

export const useMailHold = () =>
  useQuery({
    queryKey: [...systemKey, 'mails', 'hold'],
    queryFn: ({ signal }) => call(readMailHold, {}, { signal }),
    refetchInterval: 15_000,
  });

export const useRetryJobs = () =>
  useChange(systemKey, (queue: string) => call(retryJobs, { params: { queue } }));
export const useRetrySelectedJobs = (queue: string) =>
  useChange(systemKey, (ids: string[]) =>
    runEach(ids, (id) => call(retryJob, { params: { queue, id } })),
  );
export const useRetryMail = () =>
  useChange(systemKey, (id: string) => call(retryMail, { params: { id } }));
export const useRetryMails = () =>
  useChange(systemKey, (ids: string[]) =>
    runEach(ids, (id) => call(retryMail, { params: { id } })),
  );
export const useReleaseMails = () => useChange(systemKey, () => call(releaseMails, {}));
export const useDiscardMails = () =>
  useChange(systemKey, (body: CallInput<typeof discardMails>['body']) =>
    call(discardMails, { body }),
  );

export const useRates = () => useCall([...systemKey, 'rates'], readRates, {});
export const useFeatures = () => useCall([...systemKey, 'features'], listFeatures, {});

export const useSwitchFeature = () =>
  useChange(
    systemKey,
    ({ name, ...body }: { name: Feature } & CallInput<typeof switchFeature>['body']) =>
      call(switchFeature, { params: { name }, body }),
  );

export const useFetchRates = () => useChange(systemKey, () => call(fetchRates, {}));

/** Reads the whole ledger, so it runs on request only. */
export const useLedgerCheck = () =>
  useQuery({
    queryKey: ['staff', 'ledger'],
    queryFn: ({ signal }) => call(checkLedger, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const journalList = createList([...systemKey, 'journals'], listLedgerJournals);

export const useJournal = (id: string) =>
  useCall([...systemKey, 'journal', id], readLedgerJournal, { params: { id } });

/** Without a moment: now. */
export const useTrialBalance = (at: string | undefined) =>
  useQuery({
    queryKey: [...systemKey, 'trial-balance', at ?? 'now'],
    queryFn: ({ signal }) => call(readTrialBalance, { query: at ? { at } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadTrialBalanceCsv = (at: string) =>
  call(downloadEndpoint(readTrialBalance), { query: { at, format: 'csv' } });
