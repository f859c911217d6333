// What app.ts and the console may use of the data proxy.
export { mountGateway } from './gateway/mount-gateway.ts';
export { proxyJobs } from './jobs.ts';
export { forgetAccount, listResources } from './manage-resources.ts';
export { openProxies, type Proxies } from './proxies.ts';
export { proxyRoutes } from './routes.ts';
export { seedProxies } from './seed.ts';
