import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from '#test/browser/chromium.ts';
import { demoCustomer, demoStaff, openScreen, signIn, startDemoApp } from '../scripts/demo-app.ts';

const [path, index] = [process.env.P!, Number(process.env.I ?? 0)];
const app = await startDemoApp(4822);
const browser = await chromium.launch(launchOptions);
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
const cdp = await page.context().newCDPSession(page);
await page.addInitScript(
  `window.lt=[];new PerformanceObserver(l=>{for(const e of l.getEntries())lt.push(e.duration)}).observe({type:'longtask'})`,
);
await signIn(page, app.url, path.startsWith('/admin') ? demoStaff : demoCustomer);
await openScreen(page, app.url + path);
const fields =
  'main :is(input:is([type=text], [type=search], [type=email], [type=url], [type=number], :not([type])), textarea):not([readonly], [disabled])';
await page.locator(fields).nth(index).focus();
await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
await page.waitForTimeout(1000);
await page.evaluate('lt=[]');
await cdp.send('Profiler.enable');
await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
await browser.startTracing(page, {
  path: '/tmp/trace.json',
  categories: [
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
    'toplevel',
    'v8',
    'disabled-by-default-v8.cpu_profiler',
  ],
});
await cdp.send('Profiler.start');
for (const k of ['1', '2', '0', 'Backspace', '5', '0', '7', '1']) {
  await page.keyboard.press(k);
  await page.waitForTimeout(150);
  console.log(k, await page.evaluate('lt'));
}
await page.waitForTimeout(1000);
const { profile } = await cdp.send('Profiler.stop');
writeFileSync('/tmp/prof.cpuprofile', JSON.stringify(profile));
await browser.stopTracing();
console.log(await page.evaluate('lt'));
await browser.close();
await app.stop();
