// Optimizes the pages that React Router has prerendered: critical CSS is inlined, everything else
// is deferred until the browser is idle or the user interacts, and the inline scripts are hashed
// for the content security policy. Scripts keep their number and order, so that React can hydrate.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync } from 'vite';
import { placeholderMark } from '../../src/lib/setting-placeholders.ts';
import { pickCritical, splitLate } from './critical-css.ts';
import { printStart } from './start-script.ts';

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

type Files = {
  /** Reads a built file by its address. */
  read: (address: string) => string;
  /** Writes a new file. */
  write: (address: string, text: string) => void;
};

/** Throws on unexpected HTML: after a change in React Router this must be updated. */
export function deferHydration(html: string, files: Files): string {
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  const bare = minifyScripts(html.replaceAll(/<link rel="modulepreload"[^>]*>/g, ''));
  const modules = preloads.map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? '');
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
  return replaceOne(styled, modulePattern, 'module script', (code) => {
    const boot = writeAsset(code, 'boot.js', files);
    const start = writeAsset(printStart(modules, boot, late), 'start.js', files);
    const scripts = `<script type="module" src="${start}"></script>`;
    return `<template id="later">${linkTo(late.rules)}${scripts}</template><script>${loader}</script>`;
  });
}

/** By their code: nearly all are the same on every page. */
const minified = new Map<string, string>();

/** Shortens the scripts of React Router in the page, by a tenth of a kilobyte. */
const minifyScripts = (html: string): string =>
  html.replaceAll(/(?<=<script>)[^<]+(?=<\/script>)/g, (code) => {
    const short = minified.get(code) ?? minifySync('page.js', code).code.trim();
    minified.set(code, short);
    return short;
  });

/** By style sheet: all pages of a build share one. */
const lateParts = new Map<string, ReturnType<typeof splitLate>>();

const modulePattern = /<script type="module" async="">([\s\S]*?)<\/script>/g;
const sheetPattern = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;

/** Named by its hash, like the other files in /assets. */
function writeAsset(text: string, name: string, files: Files): string {
  const [stem, extension] = name.split('.');
  const tag = hashOf(text).replaceAll(/\W/g, '').slice(0, 10);
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
  return [...new Set(codes.map(hashOf))];
}

/** Rewrites these pages below `root`; returns the script hashes of each by its path. */
export function finalizePages(root: string, pages: readonly string[]): Record<string, string[]> {
  const written = new Set<string>();
  const files: Files = {
    read: (address) => readFileSync(path.join(root, address), 'utf8'),
    write(address, text) {
      // Nearly all pages share them, and they are named by their hash.
      if (!written.has(address)) writeFileSync(path.join(root, address), text);
      written.add(address);
    },
  };
  const hashes: Record<string, string[]> = {};
  for (const page of pages) {
    const printed = files.read(page);
    const html = path.basename(page) === fallbackFile ? printed : deferHydration(printed, files);
    writeFileSync(path.join(root, page), html);
    hashes[page.replaceAll(path.sep, '/')] = hashInlineScripts(html);
  }
  return hashes;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
