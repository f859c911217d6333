// A minimal server that returns the same bytes as another one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { type Server, startServer } from './processes.ts';

export type RawResponse = { status: number; headers: Record<string, string>; body: Buffer };

// Node adds these headers itself, in both servers.
const hopHeaders = ['date', 'connection', 'keep-alive'];

/** A response as a browser gets it, still compressed. */
export function readResponse(port: number, url: string): Promise<RawResponse> {
  const headers = { 'accept-encoding': 'gzip, br', accept: 'text/html' };
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: url, headers }, async (response) => {
      const ownHeaders = Object.entries(response.headers).filter(
        ([name]) => !hopHeaders.includes(name),
      );
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(ownHeaders) as Record<string, string>,
        body: Buffer.concat(await response.toArray()),
      });
    });
    request.on('error', reject);
  });
}

export async function startBare({ status, headers, body }: RawResponse): Promise<Server> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));
  const file = path.join(folder, 'body');
  writeFileSync(file, body);
  const ANSWER = JSON.stringify({ status, headers });
  const server = await startServer('bench/programs/bare-file.ts', { ANSWER, BODY_FILE: file });
  rmSync(folder, { recursive: true });
  return server;
}
