// The minimum for GET /apix/accounts/profile/.
import http from 'node:http';
import { readProfile } from './read-profile.ts';

const server = http.createServer(async (request, response) => {
  const profile = await readProfile(request.headers.authorization);
  if (!profile) {
    response.writeHead(401, { 'content-length': 0 }).end();
    return;
  }
  const body = JSON.stringify(profile);
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
