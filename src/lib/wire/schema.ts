import { bytes, endpoint } from '../endpoint.ts';
import { staffOnly } from '../staff-permissions.ts';

/** The document for customers is public: /apix/schema/. */
export const readStaffSchema = endpoint({
  method: 'GET',
  path: '/apix/schema/staff/',
  summary: 'Retrieve the OpenAPI document of the calls of staff',
  description:
    'Returns the document that this call is in: what only staff and signed servers call.',
  permission: staffOnly('schema.read'),
  work: 'none',
  responses: { 200: bytes('application/json; charset=utf-8') },
});
