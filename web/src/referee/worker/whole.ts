/** Files that are fetched whole. */

/** Time without a byte after which a file is given up, in milliseconds. */
export const STALLED = 30_000;

/** Fetches a file. @throws if its bytes stop coming: a browser may wait forever for a connection that hangs. */
export async function whole(address: string): Promise<Blob> {
  const stop = new AbortController();
  const late = () => setTimeout(() => stop.abort(new Error(`${address}: nothing came for ${STALLED} ms`)), STALLED);
  let timer = late();
  try {
    const response = await fetch(address, { signal: stop.signal });
    if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return new Blob(parts);
      parts.push(value);
      clearTimeout(timer);
      timer = late();
    }
  } finally {
    clearTimeout(timer);
  }
}
