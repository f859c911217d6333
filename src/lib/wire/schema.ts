import { bytes, endpoint } from '../endpoint.ts';

/** The document for customers is public: /apix/schema/. */
export const readStaffSchema = endpoint({
  method: 'GET',
  path: '/apix/schema/staff/',
  summary: 'Retrieve the OpenAPI document of the calls of staff',
  permission: { staff: ['support', 'sales', 'finance'] },
  work: 'none',
  responses: { 200: bytes('application/json; charset=utf-8') },
});
