// A site at PORT and a proxy at UPSTREAM_PORT: the target of both the gateway and its baseline.
import http from 'node:http';
import { Server } from 'proxy-chain';

const sizes = new Map<number, Buffer>();
const createBody = (size: number) => {
  const body = sizes.get(size) ?? Buffer.alloc(size, 'x');
  sizes.set(size, body);
  return body;
};

await new Server({ port: Number(process.env.UPSTREAM_PORT), host: '127.0.0.1' }).listen();
http
  .createServer((request, response) => {
    const size = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? 2);
    response.setHeader('content-length', size);
    response.end(createBody(size));
  })
  .listen(Number(process.env.PORT), '127.0.0.1');
