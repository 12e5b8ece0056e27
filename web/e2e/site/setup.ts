/**
 * The site under test, on a plain file host: the folder that SITE names, such as `target/site`, else the page alone, as
 * `npm run build:site` made it. SITE_URL is the address of a site that some host carries already.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { browserPath } from '../browser';
import { host } from './host';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the site. */
    site: string;
  }
}

const web = join(import.meta.dirname, '../..');

/** Puts the page into a folder of its own, with its service worker. */
export function folderOf(dist: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'undercity-site-'));
  cpSync(dist, join(folder, 'play'), { recursive: true });
  execFileSync('node', [join(web, 'site/offline.mjs'), folder]);
  return folder;
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  browserPath();
  const given = process.env['SITE'];
  const dist = join(web, 'dist-site');
  if (given === undefined && !existsSync(join(dist, 'index.html'))) throw new Error('the page of the site is not built: `npm run build:site` builds it');
  const folder = given ?? folderOf(dist);
  const online = process.env['SITE_URL'];
  const { url, stop } = online === undefined ? await host(folder) : { url: online, stop: async () => undefined };
  project.provide('site', folder);
  project.provide('url', url);
  return async () => {
    await stop();
    if (given === undefined) rmSync(folder, { recursive: true });
  };
}
