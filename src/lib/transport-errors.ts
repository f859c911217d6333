// Errors of requests that reach no contract: they can't be read, have an unknown address
// or method, or meet a defect of ours. Any call may return them.
import { z } from 'zod';
import { declareError } from './endpoint.ts';

const nearest = z.array(z.string()).describe('Calls with a similar address, the nearest first.');

export const transportErrors = {
  urlUnreadable: declareError('bad_request', 400, 'The URL could not be read.'),
  requestUnreadable: declareError('bad_request', 400, 'The request could not be read.'),
  bodyUnreadable: declareError(
    'parse_error',
    400,
    'The request could not be read. Check that the body is valid JSON, or a whole form for files.',
  ),
  bodyTooLarge: declareError('payload_too_large', 413, 'The request body is too large.'),
  jsonRequired: declareError('unsupported_media_type', 415, 'Send the body as application/json.'),
  unknownCall: declareError('not_found', 404, 'Not found.', { nearest }),
  methodNotAllowed: declareError('method_not_allowed', 405, 'Method not allowed.', {
    nearest: nearest.describe('The calls of this address.'),
  }),
  serverError: declareError('error', 500, 'A server error occurred.'),
} as const;
