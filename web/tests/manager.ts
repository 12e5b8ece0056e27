import type { LockManagerLike } from '../src/referee/worker/locks';

/** The lock manager of a browser: one holder a name, and the others in a row. */
export function manager(): LockManagerLike {
  const rows = new Map<string, (() => void)[]>();
  return {
    async request(name, { ifAvailable, signal }, held) {
      const row = rows.get(name) ?? [];
      rows.set(name, row);
      if (row.length > 0 && ifAvailable) return held(null);
      await new Promise<void>((turn, stop) => {
        row.push(turn);
        if (row.length === 1) turn();
        signal?.addEventListener('abort', () => {
          if (row.indexOf(turn) > 0) row.splice(row.indexOf(turn), 1);
          stop(new DOMException('stopped', 'AbortError'));
        });
      });
      await held({});
      row.shift();
      row[0]?.();
      return undefined;
    },
  };
}
