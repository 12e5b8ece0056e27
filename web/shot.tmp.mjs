import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const base = process.argv[2];
for (const [n, p] of [['front', ''], ['docs', 'docs/index.html'], ['play', 'docs/docs/play.html'], ['site', 'docs/docs/site.html'], ['sewers', 'docs/docs/sewers/asl.html'], ['scen', 'docs/scenarios/tide/first.html'], ['rules','docs/rulebooks/asl/index.html']])
  for (const w of [1280, 390]) for (const c of ['light', 'dark']) {
    const ctx = await b.newContext({ viewport: { width: w, height: w === 390 ? 844 : 900 }, colorScheme: c });
    const pg = await ctx.newPage(); const r = await pg.goto(`${base}/${p}`); await pg.waitForTimeout(900);
    console.log(n, w, c, r.status());
    await pg.screenshot({ path: `/tmp/shots/${n}-${w}-${c}.png` }); await ctx.close();
  }
await b.close();
