/** Debian's Chromium, and what every test wants to know of a page. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

const PROGRAMS = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** How long anything may take on a slow machine. */
const PATIENCE = Number(process.env["PATIENCE"] ?? 60_000);

/** @throws when there is no browser; says which package is missing. */
export function browserPath(): string {
  const found = PROGRAMS.find((path) => path !== '' && existsSync(path));
  if (!found) throw new Error('no browser: install the Debian package `chromium` (apt-get install chromium), or name a Chromium in CHROMIUM');
  return found;
}

/** A browser; `more` are further words of its command line. */
export async function launch(...more: string[]): Promise<Browser> {
  const args = [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', ...more,
  ];
  return chromium.launch({ executablePath: browserPath(), args, timeout: PATIENCE });
}

/** A person's browser: its page, everything it was sent, and every complaint of the console. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Bodies of answers and socket messages, with the address they came from and when, in milliseconds. */
  heard: { from: string; text: string; at: number }[];
  /** Addresses that were asked. */
  asked: string[];
  /** How long each answer took from its request to its last byte, in milliseconds, by the word after the link. */
  took: { of: string; ms: number }[];
  complaints: string[];
}

/** What a new browser prefers: the tests confirm every order and need no briefing, unless they are about that. */
const LIKES = { confirm: 'always', briefing: false };

export async function person(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}, likes: object = LIKES): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: inject('url'), ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript((all) => {
    if (localStorage.getItem('undercity.likes') === null) localStorage.setItem('undercity.likes', JSON.stringify(all));
  }, likes);
  const page = await context.newPage();
  const heard: Person['heard'] = [];
  const asked: string[] = [];
  const took: Person['took'] = [];
  const complaints: string[] = [];
  page.on('request', (request) => { if (request.url().includes('/api/')) asked.push(`${request.method()} ${new URL(request.url()).pathname}`); });
  page.on('response', (response) => {
    const from = response.url();
    if (from.includes('/api/')) void response.text().then((text) => heard.push({ from, text, at: performance.now() }), () => undefined);
  });
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    const { requestStart, responseEnd } = request.timing();
    if (pathname.startsWith('/api/')) took.push({ of: `${request.method()} ${pathname.split('/')[4] ?? pathname.split('/')[2]}`, ms: responseEnd - requestStart });
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push({ from: socket.url(), text: String(payload), at: performance.now() })));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { context, page, heard, asked, took, complaints };
}

/** Opens a seat and waits for its table. */
export async function sit(browser: Browser, token: string | undefined, options: Parameters<Browser['newContext']>[0] = {}): Promise<Person> {
  const who = await person(browser, options);
  await who.page.goto(`/seat/${token ?? ''}`);
  await who.page.locator('svg.board').waitFor();
  await who.page.locator('.table[data-busy="false"]').waitFor();
  return who;
}

/** `human`, or a level of the computer. */
type Player = string;
interface Wanted {
  /** A name, or the whole text. */
  scenario?: string;
  options?: Record<string, unknown>;
  players?: Record<string, Player>;
  dice?: 'fair' | 'players';
}

/** A game made without the start screen; its links by seat. */
export async function game({ scenario = 'tide/first', options, players = {}, dice = 'fair' }: Wanted = {}): Promise<Record<string, string>> {
  const made = await post('games', { scenario, ...(options ? { options } : {}), players, dice });
  const { links } = made as { links?: Record<string, string> };
  if (!links) throw new Error(`no game: ${JSON.stringify(made)}`);
  return links;
}

export async function get<T>(path: string): Promise<T> {
  return (await (await fetch(`${inject('url')}/api/${path}`)).json()) as T;
}

export async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${inject('url')}/api/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
}
