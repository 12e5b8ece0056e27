/** Debian's Chromium, and what every test wants to know of a page. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

const PROGRAMS = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function launch(): Promise<Browser> {
  const executablePath = PROGRAMS.find((path) => path !== '' && existsSync(path));
  if (!executablePath) throw new Error('no browser: install the package `chromium`, or name one in CHROMIUM');
  const args = [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ];
  return chromium.launch({ executablePath, args });
}

/** A person's browser: its page, everything it was sent, and every complaint of the console. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Bodies of answers and socket messages, with the address they came from. */
  heard: { from: string; text: string }[];
  complaints: string[];
}

export async function person(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: inject('url'), ...options });
  const page = await context.newPage();
  const heard: Person['heard'] = [];
  const complaints: string[] = [];
  page.on('response', (response) => {
    const from = response.url();
    if (from.includes('/api/')) void response.text().then((text) => heard.push({ from, text }), () => undefined);
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push({ from: socket.url(), text: String(payload) })));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { context, page, heard, complaints };
}

type Player = 'human' | 'computer';
interface Wanted {
  scenario?: string;
  options?: Record<string, unknown>;
  players?: Record<string, Player>;
  dice?: 'fair' | 'players';
}

/** A game made without the start screen; its links by seat. */
export async function game({ scenario = 'tide/first', options, players = {}, dice = 'fair' }: Wanted = {}): Promise<Record<string, string>> {
  const body = { scenario, ...(options ? { options } : {}), players, dice };
  const answer = await fetch(`${inject('url')}/api/games`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { links } = (await answer.json()) as { links: Record<string, string> };
  if (!links) throw new Error(`no game: ${answer.status}`);
  return links;
}

export async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`${inject('url')}/api/${path}`)).json()) as T;
}
