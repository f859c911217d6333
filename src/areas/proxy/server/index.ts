// The public interface of the data proxy area.
export { mountGateway } from './gateway/mount-gateway.ts';
export { proxyJobs } from './jobs.ts';
export { createProxies, type Proxies } from './proxies.ts';
export { deleteAccountResources, listResources } from './resources/manage-resources.ts';
export { proxyRoutes } from './routes.ts';
export { seedProxies } from './seed.ts';
