// The minimum for receiving a body: holds it in memory once and responds.
import http from 'node:http';

http
  .createServer(async (request, response) => {
    const whole = new Uint8Array(Number(request.headers['content-length'] ?? 0));
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      whole.set(chunk, size);
      size += chunk.length;
    }
    response.end(String(whole.length));
  })
  .listen(Number(process.env.PORT), '127.0.0.1');
