// The declared responses that the API tests have not seen. Requires a complete run of the tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { contracts } from '../../src/contracts.ts';
import { isCallAvailable } from '../recordings.ts';
import { isStaffChange, type RecordedResponse, responsesDirectory } from './recorded-responses.ts';

/**
 * A line per response that no test has seen, of the calls that work on this machine: declared
 * statuses and errors, and 400, 401, 403.
 */
export function untestedResponses(): string[] {
  const notes = readRecordedResponses();
  const available = listEndpoints(contracts).filter(({ endpoint }) =>
    isCallAvailable(endpoint.path),
  );
  return available.flatMap(({ name, endpoint }) => {
    const seen = notes.filter(
      (note) => note.method === endpoint.method && note.path === endpoint.path,
    );
    return expectedResponses(endpoint)
      .filter(({ status, code }) =>
        seen.every((note) => note.status !== status || (code !== '' && note.code !== code)),
      )
      .map(
        ({ status, code }) => `${name} (${endpoint.method} ${endpoint.path}): ${status} ${code}`,
      );
  });
}

// PUT and PATCH of a path are one use-case.
const findUseCase = ({ method, path: of }: { method: string; path: string }) =>
  `${method === 'PUT' ? 'PATCH' : method} ${of}`;

/** A line per change by staff whose audit entry names a subject in no test. */
export function changesWithoutSubject(): string[] {
  const notes = readRecordedResponses().filter(({ isAbout }) => isAbout);
  const named = new Set(notes.map(findUseCase));
  return listEndpoints(contracts)
    .filter(({ endpoint }) => isStaffChange(endpoint) && !named.has(findUseCase(endpoint)))
    .map(({ name, endpoint }) => `${name} (${endpoint.method} ${endpoint.path})`);
}

/** A line per response with amounts that lack decimals of their currency. */
export const shortAmounts = (): string[] =>
  readRecordedResponses().flatMap(({ method, path: at, shortAmounts: short }) =>
    short ? [`${method} ${at}: ${short}`] : [],
  );

function expectedResponses(endpoint: Endpoint): { status: number; code: string }[] {
  const { permission } = endpoint;
  const isOpen = permission === 'public' || permission === 'optional';
  const isForStaff = typeof permission === 'object' && 'staff' in permission;
  return [
    ...Object.keys(endpoint.responses).map((status) => ({ status: Number(status), code: '' })),
    ...(endpoint.errors ?? []).map(({ status, code }) => ({ status, code })),
    ...(isOpen ? [] : [{ status: 401, code: 'not_authenticated' }]),
    ...(isForStaff ? [{ status: 403, code: 'permission_denied' }] : []),
    ...(endpoint.body && endpoint.body !== 'raw' ? [{ status: 400, code: '' }] : []),
  ];
}

function readRecordedResponses(): RecordedResponse[] {
  if (!existsSync(responsesDirectory)) return [];
  return readdirSync(responsesDirectory).flatMap((file) =>
    readFileSync(path.join(responsesDirectory, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as RecordedResponse),
  );
}
