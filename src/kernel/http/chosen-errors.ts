// Errors that a caller chooses to try, in test mode.
import type { IncomingHttpHeaders } from 'node:http';
import { commonErrors, type Endpoint, type ErrorDeclaration } from '#lib/endpoint.ts';
import { testErrorHeader } from '#lib/test-mode.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { createExampleData } from '../openapi/error-responses.ts';
import { ApiError, apiError, formatMessage } from './errors.ts';

/** What the call can fail with, and any call. */
const listErrors = (endpoint: Endpoint): ErrorDeclaration[] => [
  ...Object.values(commonErrors),
  ...(endpoint.errors ?? []),
];

/**
 * Throws the declared error that the header names, with data such as the reference shows.
 * Nothing else of the call has happened then. Throws `test_error_unknown` for another name.
 */
export function throwChosenError(endpoint: Endpoint, headers: IncomingHttpHeaders): void {
  const chosen = headers[testErrorHeader.toLowerCase()];
  if (chosen === undefined) return;
  const errors = listErrors(endpoint);
  const found = errors.find(({ code }) => code === chosen);
  const codes = [...new Set(errors.map(({ code }) => code))].sort();
  if (!found) throw apiError(testModeErrors.unknownError, { codes });
  const data = createExampleData(found);
  throw new ApiError(found, data, formatMessage(found, data));
}
