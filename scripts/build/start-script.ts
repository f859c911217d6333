// The script that a page runs on the first interaction, or when idle. All modules are fetched at
// once, but run one by one with breaks: the whole graph as one task would block a phone. Where they
// wait for an interaction, fonts come first.
import { minifySync } from 'vite';
import { idleMark } from '../../src/ui/hydrate-when-idle.ts';
import { printLateFaces } from './late-faces.ts';
import { replay } from './replay.ts';

/** Hydration starts as soon as this module runs: after all others. */
export const isEntry = (address: string) => /\/entry\.client-/.test(address);

const taskMs = 5;

/**
 * Resolves when the modules may run. Somebody who only reads on a phone needs none of them, so
 * there they wait for the first interaction; not where one came while this script was loading, the
 * address has a query or a hash, or the page has content that only scripts complete.
 */
const awaitInteraction = `
const{early}=self,hasActed=early.sign||early.length>0;
const isReading=!hasActed&&matchMedia("(pointer:coarse)").matches&&!location.search&&
!location.hash&&!document.querySelector("[${idleMark}]");
const interaction=isReading&&new Promise(done=>{
for(const sign of["pointerdown","touchstart","keydown","focusin","click","scroll"])
addEventListener(sign,done,{once:true,capture:true,passive:true})});`;

/** The address of the whole style sheet, and the rules of the fonts that follow it. */
type StyleSheets = { rules: string; faces: string };

export function printStart(modules: readonly string[], sheets: StyleSheets): string {
  const first = modules.filter((address) => !isEntry(address));
  const entry = modules.find(isEntry);
  const source = `
${replay}
${awaitInteraction}
const modules=${JSON.stringify(first)};
let since=performance.now();
const rest=()=>new Promise(done=>setTimeout(done)).then(()=>{since=performance.now()});
const breathe=()=>performance.now()-since>${taskMs}?rest():null;
const fonts=${printLateFaces(sheets)};
(async()=>{
await (isReading&&Promise.race([interaction,fonts]));
for(const href of[...modules,${JSON.stringify(entry)}]){
document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));
await breathe()}
await interaction;
for(const address of modules){await import(address);await breathe()}
await rest();import(${JSON.stringify(entry)})})()`;
  return minifySync('start.js', source, { module: true }).code.trim();
}
