import { buildSdk } from './sdk/build-sdk.ts';

await buildSdk();
console.log('Built sdk/dist. Publish with: npm publish ./sdk');
