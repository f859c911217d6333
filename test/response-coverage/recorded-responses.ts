// Records the responses of all calls that tests make through the app, so that check-coverage.ts can
// report untested endpoints and responses, changes by staff without a subject in the audit log, and
// amounts that lack decimals.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isAudited } from '#kernel/http/audit/audit.ts';
import { hasSubject } from '#kernel/http/audit/audit-store.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { listShortAmounts } from './amount-digits.ts';

export const responsesDirectory = path.resolve('node_modules/.cache/recorded-responses');

export const clearRecordedResponses = (): void =>
  rmSync(responsesDirectory, { recursive: true, force: true });

export type RecordedResponse = {
  method: string;
  path: string;
  status: number;
  code: string;
  /** For a change by staff: whether its audit entry names the subject. */
  isAbout: boolean;
  /** Amounts that lack decimals of their currency; empty if none does. */
  shortAmounts: string;
};

const openFile = (): string => {
  mkdirSync(responsesDirectory, { recursive: true });
  return path.join(responsesDirectory, `${process.pid}-${Math.random().toString(36).slice(2)}`);
};

/** Of test mode, whose app is made by the product and has no hook of ours. */
export function createResponseRecorder(endpoints: readonly Endpoint[]) {
  const file = openFile();
  const seen = new Set<string>();
  return (method: string, url: string, { status, body }: { status: number; body: unknown }) => {
    const called = url.split('?')[0];
    const endpoint = endpoints.find((one) => one.method === method && one.path === called);
    if (!endpoint) return;
    const line = JSON.stringify({
      method,
      path: endpoint.path,
      status,
      code: status >= 400 ? codeIn(body) : '',
      shortAmounts: listShortAmounts(body).join(', '),
      isAbout: false,
    } satisfies RecordedResponse);
    if (!seen.has(line)) appendFileSync(file, `${line}\n`);
    seen.add(line);
  };
}

export function recordResponses(app: FastifyInstance, { database }: HostKernel): void {
  const seen = new Set<string>();
  const file = openFile();
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint) {
      const body = readJson(payload);
      const code = reply.statusCode >= 400 ? codeIn(body) : '';
      const note: RecordedResponse = {
        method: endpoint.method,
        path: endpoint.path,
        status: reply.statusCode,
        code,
        shortAmounts: listShortAmounts(body).join(', '),
        isAbout:
          reply.statusCode < 400 &&
          isStaffChange(endpoint) &&
          (await hasSubject(database.write, request.id)),
      };
      const line = JSON.stringify(note);
      if (!seen.has(line)) appendFileSync(file, `${line}\n`);
      seen.add(line);
    }
    return payload;
  });
}

/** Whether the endpoint is a change that staff can make, alone or as well as customers. */
export const isStaffChange = (endpoint: Endpoint): boolean =>
  isAudited(endpoint, { roles: ['admin'] });

function readJson(payload: unknown): unknown {
  try {
    return JSON.parse(String(payload));
  } catch {
    return null;
  }
}

function codeIn(body: unknown): string {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: { code?: unknown } };
  return String(code ?? error?.code ?? '');
}
