// Queries and mutations for versions of rule sets, for staff.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  changeRuleSetDraft,
  checkRules,
  compareRuleSetVersion,
  draftRuleSet,
  listRuleSetVersions,
  listRuleSources,
  publishRuleSetVersion,
  readRuleSetVersion,
  reviewRuleSetDraft,
  validateRuleSetVersion,
} from '../../../wire/index.ts';
import type { RuleSetVersionDetailsWire } from '../../../wire/rule-sets/rule-set-versions.ts';

const versionsKey = ['staff', 'rule-sets'];
const oneKey = (id: string) => [...versionsKey, 'one', id];

type Draft = CallInput<typeof draftRuleSet>['body'];

export const ruleSetVersionList = createList([...versionsKey, 'list'], listRuleSetVersions);

export const ruleSourceList = createList(['staff', 'rule-sources'], listRuleSources);

export const useVersion = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(readRuleSetVersion, { params: { id } }, { signal }),
    enabled: id !== '',
  });

type Version = Pick<RuleSetVersionDetailsWire, 'id' | 'digest' | 'status'>;
/** The digest is in the key, because other rules give another result. */
const toKey = ({ id, digest, status }: Version, what: string) => [
  ...versionsKey,
  what,
  id,
  digest,
  status,
];

export const useValidation = (version: Version) =>
  useCall(toKey(version, 'validation'), validateRuleSetVersion, {
    params: { id: String(version.id) },
  });

/** Of what is typed: the call of the text before is aborted. Null for what can't be sent. */
export const useRulesCheck = (rules: Record<string, unknown> | null) =>
  useQuery({
    queryKey: [...versionsKey, 'check', rules],
    queryFn: ({ signal }) => call(checkRules, { body: { rules: rules! } }, { signal }),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    // Each text is a large key, and is not typed again.
    gcTime: 0,
  });

export const useDifference = (version: Version) =>
  useCall(toKey(version, 'difference'), compareRuleSetVersion, {
    params: { id: String(version.id) },
  });

/** The screen shows the response at once; other queries are refetched. */
function useVersionChange<Input>(mutationFn: (input: Input) => Promise<RuleSetVersionDetailsWire>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (version) => queryClient.setQueryData(oneKey(String(version.id)), version),
    onSettled: () => queryClient.invalidateQueries({ queryKey: versionsKey }),
  });
}

const toParams = (id: number) => ({ params: { id: String(id) } });

export const useDraftVersion = () =>
  useVersionChange((body: Draft) => call(draftRuleSet, { body }));
export const useChangeDraft = (id: number) =>
  useVersionChange((body: Draft) => call(changeRuleSetDraft, { ...toParams(id), body }));
export const useReview = (id: number) =>
  useVersionChange((body: CallInput<typeof reviewRuleSetDraft>['body']) =>
    call(reviewRuleSetDraft, { ...toParams(id), body }),
  );
export const usePublish = (id: number) =>
  useVersionChange(() => call(publishRuleSetVersion, toParams(id)));
