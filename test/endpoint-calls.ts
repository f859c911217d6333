// Notes every call that a test makes through the app, so that endpoint-answers.ts can tell which
// endpoints nobody tests, and which of their answers nobody has seen, and which changes by staff
// the audit log does not name.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isAudited } from '#kernel/http/audit.ts';
import { namesSubject } from '#kernel/http/audit-store.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import type { Endpoint } from '#lib/endpoint.ts';

export const callsDirectory = path.resolve('node_modules/.cache/endpoint-calls');

export const forgetCalls = (): void => rmSync(callsDirectory, { recursive: true, force: true });

export type CallNote = {
  method: string;
  path: string;
  status: number;
  code: string;
  /** Of a change by staff: whether its line in the audit log says what was changed. */
  isAbout: boolean;
};

export function recordCalls(app: FastifyInstance, { database }: HostKernel): void {
  const seen = new Set<string>();
  mkdirSync(callsDirectory, { recursive: true });
  const file = path.join(callsDirectory, `${process.pid}-${Math.random().toString(36).slice(2)}`);
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint) {
      const code = reply.statusCode >= 400 ? codeIn(payload) : '';
      const note: CallNote = {
        method: endpoint.method,
        path: endpoint.path,
        status: reply.statusCode,
        code,
        isAbout:
          reply.statusCode < 400 &&
          isStaffs(endpoint) &&
          (await namesSubject(database.write, request.id)),
      };
      const line = JSON.stringify(note);
      if (!seen.has(line)) appendFileSync(file, `${line}\n`);
      seen.add(line);
    }
    return payload;
  });
}

/** A change that staff make, alone or like customers. */
export const isStaffs = (endpoint: Endpoint): boolean => isAudited(endpoint, { roles: ['admin'] });

function codeIn(payload: unknown): string {
  try {
    return String((JSON.parse(String(payload)) as { code?: unknown }).code ?? '');
  } catch {
    return '';
  }
}
