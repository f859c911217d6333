// Notes every call that a test makes through the app, so that endpoint-answers.ts can tell which
// endpoints nobody tests, and which of their answers nobody has seen.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

export const callsDirectory = path.resolve('node_modules/.cache/endpoint-calls');

export const forgetCalls = (): void => rmSync(callsDirectory, { recursive: true, force: true });

export type CallNote = { method: string; path: string; status: number; code: string };

export function recordCalls(app: FastifyInstance): void {
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
      };
      const line = JSON.stringify(note);
      if (!seen.has(line)) appendFileSync(file, `${line}\n`);
      seen.add(line);
    }
    return payload;
  });
}

function codeIn(payload: unknown): string {
  try {
    return String((JSON.parse(String(payload)) as { code?: unknown }).code ?? '');
  } catch {
    return '';
  }
}
