// The minimum for the gateway's job: proxy-chain with one upstream, without authentication.
import { Server } from 'proxy-chain';

const upstreamProxyUrl = `http://127.0.0.1:${process.env.UPSTREAM_PORT}`;
await new Server({
  port: Number(process.env.PORT),
  host: '127.0.0.1',
  prepareRequestFunction: () => ({ upstreamProxyUrl }),
}).listen();
