import { createList } from '#client/create-list.ts';
import { listImpersonations } from '../../wire/impersonations.ts';

export const impersonationList = createList(['staff', 'impersonations'], listImpersonations);
