import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { readLeadFile } from '../../wire/lead-files.ts';
import type { LeadStatus } from '../../wire/leads.constants.ts';
import { createLead, patchLead } from '../../wire/leads.ts';
import {
  changeLeads,
  listAssignees,
  listStaffLeads,
  mergeLeads,
  readStaffLead,
  replyToLead,
} from '../../wire/staff-leads.ts';

const leadsKey = ['staff', 'leads'];

export type LeadChange = NonNullable<CallInput<typeof patchLead>['body']>;
type NewLeadBody = CallInput<typeof createLead>['body'];
type BulkChange = CallInput<typeof changeLeads>['body'];

export const leadList = createList([...leadsKey, 'list'], listStaffLeads);

export const useLead = (id: string) =>
  useQuery({
    queryKey: [...leadsKey, 'one', id],
    queryFn: ({ signal }) => call(readStaffLead, { params: { id } }, { signal }),
  });

export const loadLeadFile = (leadId: number, fileId: string) =>
  call(readLeadFile, { params: { id: String(leadId), file_id: fileId } });

export const useAssignees = () =>
  useQuery({
    queryKey: [...leadsKey, 'assignees'],
    queryFn: async ({ signal }) => (await call(listAssignees, {}, { signal })).people,
    staleTime: 300_000,
  });

function useLeadChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: leadsKey }),
  });
}

export const useChangeLead = (id: number) =>
  useLeadChange((body: LeadChange) => call(patchLead, { params: { id: String(id) }, body }));

export const useMoveLead = () =>
  useLeadChange(({ id, status }: { id: number; status: LeadStatus }) =>
    call(patchLead, { params: { id: String(id) }, body: { status } }),
  );

export const useCreateLead = () =>
  useLeadChange(({ body, idempotencyKey }: { body: NewLeadBody; idempotencyKey: string }) =>
    call(createLead, { body }, { idempotencyKey }),
  );

export const useReplyToLead = (id: number) =>
  useLeadChange((body: { subject: string; body: string }) =>
    call(replyToLead, { params: { id: String(id) }, body }),
  );

export const useChangeLeads = () =>
  useLeadChange((body: BulkChange) => call(changeLeads, { body }));

export const useMergeLeads = () =>
  useLeadChange((body: { into: number; leads: number[] }) => call(mergeLeads, { body }));
