import { createList } from '#client/create-list.ts';
import { listAuditEntries } from '../../wire/audit.ts';

export const auditList = createList(['staff', 'audit'], listAuditEntries);
