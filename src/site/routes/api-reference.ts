import type { Route } from './route.ts';

export const apiReference: Route = {
  isWholePage: true,
  path: '/docs/api',
  label: 'API reference',
  description: 'Every call of the API with its fields, its errors and the permission it requires.',
};

export const apiErrors: Route = {
  isWholePage: true,
  path: '/docs/errors',
  label: 'Errors',
  description: 'Every error code of the API, its likely causes and what to do about it.',
};
