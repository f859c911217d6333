// What app.ts may use of the data proxy.
export { mountGateway } from './gateway/mount-gateway.ts';
export { proxyJobs } from './jobs.ts';
export { openProxies, type Proxies } from './proxies.ts';
export { proxyRoutes } from './routes.ts';
export { seedProxies } from './seed.ts';
