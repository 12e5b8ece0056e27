/** The referee of a server: HTTP and a WebSocket. */
import type { Answered, Listener, Referee } from './referee';

const addressOf = (path: string): string => `/api/${path}`;

async function ask(method: 'GET' | 'POST', path: string, body?: string, signal: AbortSignal | null = null): Promise<Answered> {
  const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
  try {
    const response = await fetch(addressOf(path), { cache: 'no-store', method, signal, ...sent });
    const after = 1000 * (Number(response.headers.get('retry-after')) || 0);
    return { status: response.status, text: await response.text(), after };
  } catch {
    return { status: 0, text: '{"detail":"Can’t reach the server.","code":"offline"}', after: 0 };
  }
}

function listen(path: string, { opened, told, closed }: Listener): () => void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}${addressOf(path)}`);
  socket.onopen = opened;
  socket.onmessage = (message) => told(String(message.data));
  socket.onclose = ({ code }) => closed(code);
  return () => socket.close();
}

const nothing = () => undefined;

export const referee: Referee = {
  can: { invites: true, paths: true, secrets: true, imports: false, cases: false }, called: 'server', ask, listen, addressOf,
  forget: nothing, expect: nothing, whenNoticed: () => nothing, whenLoading: () => nothing, whenOffline: () => nothing,
};
