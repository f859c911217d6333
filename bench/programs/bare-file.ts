// The minimum for sending a file from memory: always the status and headers of ANSWER.
import { readFileSync } from 'node:fs';
import http from 'node:http';

type FixedResponse = { status: number; headers: Record<string, string> };

const { PORT = '', ANSWER = '', BODY_FILE = '' } = process.env;
const { status, headers } = JSON.parse(ANSWER) as FixedResponse;
const body = readFileSync(BODY_FILE);
const list = Object.entries(headers).flat();
http
  .createServer((_request, response) => {
    response.writeHead(status, list).end(body);
  })
  .listen(Number(PORT), '127.0.0.1');
