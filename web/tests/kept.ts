/** A browser's store, as far as it is used here. */
export function storeOf(room = Infinity): Storage {
  const store = Object.defineProperties({} as Record<string, string>, {
    getItem: { value: (name: string) => store[name] ?? null },
    setItem: { value: (name: string, text: string) => {
      if (text.length > room) throw new Error('the store is full');
      store[name] = text;
    } },
    removeItem: { value: (name: string) => { delete store[name]; } },
  });
  return store as unknown as Storage;
}
