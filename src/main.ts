// The entry point of a process that neither builds nor tells how far it is: `npm start` does both.
import { serve } from './serve.ts';

await serve();
