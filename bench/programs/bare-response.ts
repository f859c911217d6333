// The minimum for one response: always the status, headers and body of ANSWER.
import http from 'node:http';

type FixedResponse = { status: number; headers: Record<string, string>; body: string };

const { PORT = '', ANSWER = '' } = process.env;
const { status, headers, body } = JSON.parse(ANSWER) as FixedResponse;
http
  .createServer((_request, response) => {
    response.writeHead(status, headers).end(body);
  })
  .listen(Number(PORT), '127.0.0.1');
