// The script that a page runs on the first interaction. All modules are fetched at once, but run
// one by one with breaks: the whole graph as one task would block a phone.
import { minifySync } from 'vite';
import { printLateFaces } from './late-faces.ts';
import { replay } from './replay.ts';

/** Hydration starts as soon as this module runs: after all others, imported by the boot script. */
const isEntry = (address: string) => /\/entry\.client-/.test(address);

const taskMs = 5;

type StyleSheets = { rules: string; faces: string };

export function printStart(modules: readonly string[], boot: string, sheets: StyleSheets): string {
  const first = modules.filter((address) => !isEntry(address));
  const late = [...modules.filter(isEntry), boot];
  const source = `
${replay}
const modules=${JSON.stringify(first)};
let since=performance.now();
const rest=()=>new Promise(done=>setTimeout(done)).then(()=>{since=performance.now()});
const breathe=()=>performance.now()-since>${taskMs}?rest():null;
(async()=>{
for(const href of[...modules,...${JSON.stringify(late)}]){
document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
await breathe()}
for(const address of modules){await import(address);await breathe()}
await rest();import(${JSON.stringify(boot)})})();
${printLateFaces(sheets)}`;
  return minifySync('start.js', source, { module: true }).code.trim();
}
