// Optimizes printed pages: critical CSS is inlined, everything else is deferred until the browser is
// idle or the user interacts, and the inline scripts are hashed for the content security policy.
// What is added is at the end of head and body, where React leaves it when it hydrates.
import { createHash } from 'node:crypto';
import { minifySync } from 'vite';
import { placeholderMark } from '../../src/lib/setting-placeholders.ts';
import { type PrintedPage, pageDataId } from '../../src/site/routes/printed-page.ts';
import { pickCritical, splitLate } from './critical-css.ts';
import { isEntry, printStart } from './start-script.ts';

/** Rendered only in the browser: there is nothing to defer. */
export const fallbackFile = '__spa-fallback.html';

/**
 * Constant, so that one hash serves all pages. It inserts the contents of `<template id="later">`
 * on the first interaction, or when idle after the first paint, and keeps which interaction it was.
 * Moving the pointer does not count: browsers report a resting pointer before the first paint. What
 * visitors do before the template's script runs is recorded, and `scripts/build/replay.ts` in that
 * script repeats it.
 */
const loaderSource = `(()=>{let started;
const signs=["pointerdown","keydown","focusin","touchstart"];
const early=self.early=[],types=early.types=["click","submit","input"];
const keep=early.keep=event=>{early.push(event);if(event.type==="submit")event.preventDefault()};
const start=({type})=>{if(started)return;started=true;early.sign=type;
for(const sign of signs)removeEventListener(sign,start);
document.head.append(document.getElementById("later").content.cloneNode(true))};
for(const sign of signs)addEventListener(sign,start,{passive:true});
for(const type of types)addEventListener(type,keep,true);
const wait=()=>self.requestIdleCallback?
requestIdleCallback(start,{timeout:3000}):setTimeout(start,200,{});
const painted=()=>new PerformanceObserver((list,watch)=>{watch.disconnect();wait()})
.observe({type:"paint",buffered:true});
document.readyState==="complete"?painted():addEventListener("load",painted)})()`;
const loader = minifySync('loader.js', loaderSource).code.trim();

/**
 * Browsers ignore style sheets of this type. The link remains where React expects it; with only
 * `disabled` Chromium would still fetch it early.
 */
const unread = 'type="text/inlined" disabled=""';

const linkTo = (address: string) => `<link rel="stylesheet" href="${address}"/>`;

export type Files = {
  /** Reads a built file by its address. */
  read: (address: string) => string;
  /** Writes a file, and returns the size of its compressed copy. */
  write: (address: string, text: string) => number;
};

/** Throws on a page of another form. */
export function deferHydration({ html, data, scripts }: PrintedPage, files: Files): string {
  const bare = minifyScripts(html);
  let late = { rules: '', faces: '' };
  const styled = replaceOne(bare, sheetPattern, 'stylesheet', (address) => {
    const whole = files.read(address);
    const parts = lateParts.get(whole) ?? splitLate(whole);
    lateParts.set(whole, parts);
    const rules = writeAsset(parts.rules, 'later.css', files);
    const faces = writeAsset(parts.faces, 'faces.css', files);
    late = { rules, faces: parts.faces };
    const css = pickCritical(whole, bare).replaceAll('</', '<\\/');
    return `<style>${css}</style><link rel="stylesheet" href="${address}" ${unread}/><noscript>${linkTo(rules)}${linkTo(faces)}</noscript>`;
  });
  return replaceOne(styled, endPattern, 'end', (end) => {
    const start = writeAsset(printStart(scripts, late), 'start.js', files);
    const later = `<template id="later">${linkTo(late.rules)}<script type="module" src="${start}"></script></template>`;
    return `${printData(data)}${later}<script>${loader}</script>${end}`;
  });
}

/** The page that all screens begin with is only a sign that they load: nothing is deferred. */
export function finishFallback({ html, scripts }: PrintedPage): string {
  const preloads = scripts.map((href) => `<link rel="modulepreload" href="${href}"/>`).join('');
  const entry = `<script type="module" src="${scripts.find(isEntry)}"></script>`;
  return html.replace('</head>', `${preloads}</head>`).replace(endPattern, `${entry}$1`);
}

/** No text in it ends the element. */
const printData = (data: PrintedPage['data']): string => {
  const json = JSON.stringify(data, (key, value) => (key === 'printed' ? undefined : value));
  return `<script id="${pageDataId}" type="application/json">${json.replaceAll('<', '\\u003c')}</script>`;
};

/** By their code: nearly all are the same on every page. */
const minified = new Map<string, string>();

/** Shortens the scripts in the page, by a tenth of a kilobyte. */
const minifyScripts = (html: string): string =>
  html.replaceAll(/(?<=<script>)[^<]+(?=<\/script>)/g, (code) => {
    const short = minified.get(code) ?? minifySync('page.js', code).code.trim();
    minified.set(code, short);
    return short;
  });

/** By style sheet: all pages of a build share one. */
const lateParts = new Map<string, ReturnType<typeof splitLate>>();

const endPattern = /(<\/body><\/html>)$/g;
const sheetPattern = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;

/** Named by its hash, like the other files in /assets. */
function writeAsset(text: string, name: string, files: Files): string {
  const [stem, extension] = name.split('.');
  const tag = computeHash(text).replaceAll(/\W/g, '').slice(0, 10);
  const address = `/assets/${stem}-${tag}.${extension}`;
  files.write(address, text);
  return address;
}

function replaceOne(html: string, pattern: RegExp, what: string, by: (found: string) => string) {
  const count = [...html.matchAll(pattern)].length;
  if (count !== 1) throw new Error(`Expected one ${what} in a built page, found ${count}.`);
  return html.replace(pattern, (_, found: string) => by(found));
}

const dataBlock = /\btype="application\/(?:ld\+)?json"/;

/** Base64 sha256 of every inline script that the browser runs, speculation rules included. */
export function hashInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g);
  const inline = [...scripts].filter(
    ({ groups }) =>
      !/\ssrc=/.test(groups?.attributes ?? '') && !dataBlock.test(groups?.attributes ?? ''),
  );
  const codes = inline.map(({ groups }) => groups?.code ?? '');
  if (codes.some((code) => code.includes(placeholderMark)))
    throw new Error('A setting in an inline script would change its hash when it is filled in.');
  return [...new Set(codes.map(computeHash))];
}

const computeHash = (text: string) => createHash('sha256').update(text).digest('base64');
