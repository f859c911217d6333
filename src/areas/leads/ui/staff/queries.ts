import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall, useChange } from '#client/use-call.ts';
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
  useCall([...leadsKey, 'one', id], readStaffLead, { params: { id } });

export const loadLeadFile = (leadId: number, fileId: string) =>
  call(readLeadFile, { params: { id: String(leadId), file_id: fileId } });

export const useAssignees = () =>
  useQuery({
    queryKey: [...leadsKey, 'assignees'],
    queryFn: async ({ signal }) => (await call(listAssignees, {}, { signal })).people,
    staleTime: 300_000,
  });

export const useChangeLead = (id: number) =>
  useChange(leadsKey, (body: LeadChange) => call(patchLead, { params: { id: String(id) }, body }));

export const useMoveLead = () =>
  useChange(leadsKey, ({ id, status }: { id: number; status: LeadStatus }) =>
    call(patchLead, { params: { id: String(id) }, body: { status } }),
  );

export const useCreateLead = () =>
  useChange(leadsKey, ({ body, idempotencyKey }: { body: NewLeadBody; idempotencyKey: string }) =>
    call(createLead, { body }, { idempotencyKey }),
  );

export const useReplyToLead = (id: number) =>
  useChange(leadsKey, (body: { subject: string; body: string }) =>
    call(replyToLead, { params: { id: String(id) }, body }),
  );

export const useChangeLeads = () =>
  useChange(leadsKey, (body: BulkChange) => call(changeLeads, { body }));

export const useMergeLeads = () =>
  useChange(leadsKey, (body: { into: number; leads: number[] }) => call(mergeLeads, { body }));
