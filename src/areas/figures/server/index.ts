// What app.ts uses of figures.
export { figureRoutes } from './routes.ts';
