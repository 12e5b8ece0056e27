/** Files that gzip has compressed, since many file hosts compress nothing. */

/** How such a file begins. */
const MAGIC = [0x1f, 0x8b];

/** Fetches a compressed file. Some hosts announce the compression, and then the browser has undone it already. */
export async function unzipped(address: string, type: string, signal: AbortSignal | null = null): Promise<Response> {
  const response = await fetch(address, { signal });
  if (!response.ok || !response.body) return response;
  const reader = response.body.getReader();
  const { value: start = new Uint8Array() } = await reader.read();
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (to) => to.enqueue(start),
    async pull(to) {
      const { value, done } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: () => reader.cancel(),
  });
  const zipped = MAGIC.every((byte, i) => start[i] === byte);
  return new Response(zipped ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes, { headers: { 'content-type': type } });
}
