// GET /apix/accounts/profile/ with Fastify and nothing else.
import { fastify } from 'fastify';
import { readProfile } from './read-profile.ts';

const app = fastify();
app.get('/apix/accounts/profile/', async (request, reply) => {
  const profile = await readProfile(request.headers.authorization);
  return profile ?? reply.code(401).send();
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
