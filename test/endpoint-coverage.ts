// Which answers of which endpoints the API tests have seen. Run after a whole run of the tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { endpointsOf } from '#kernel/openapi.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { contracts } from '../src/app.ts';
import { type CallNote, callsDirectory, isStaffs } from './endpoint-calls.ts';

/** A line for each answer that no test has seen: every declared status and error, 400, 401, 403. */
export function missingTests(): string[] {
  const notes = readNotes();
  return endpointsOf(contracts).flatMap(({ name, endpoint }) => {
    const seen = notes.filter(
      (note) => note.method === endpoint.method && note.path === endpoint.path,
    );
    return expectedAnswers(endpoint)
      .filter(({ status, code }) =>
        seen.every((note) => note.status !== status || (code !== '' && note.code !== code)),
      )
      .map(
        ({ status, code }) => `${name} (${endpoint.method} ${endpoint.path}): ${status} ${code}`,
      );
  });
}

// Where a path has both, they are one use-case.
const useCaseOf = ({ method, path: of }: { method: string; path: string }) =>
  `${method === 'PUT' ? 'PATCH' : method} ${of}`;

/** A line for each change by staff that the audit log, in no test, says the subject of. */
export function unnamedChanges(): string[] {
  const notes = readNotes().filter(({ isAbout }) => isAbout);
  const named = new Set(notes.map(useCaseOf));
  return endpointsOf(contracts)
    .filter(({ endpoint }) => isStaffs(endpoint) && !named.has(useCaseOf(endpoint)))
    .map(({ name, endpoint }) => `${name} (${endpoint.method} ${endpoint.path})`);
}

function expectedAnswers(endpoint: Endpoint): { status: number; code: string }[] {
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

function readNotes(): CallNote[] {
  if (!existsSync(callsDirectory)) return [];
  return readdirSync(callsDirectory).flatMap((file) =>
    readFileSync(path.join(callsDirectory, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as CallNote),
  );
}
