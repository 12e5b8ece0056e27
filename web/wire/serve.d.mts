export const program: string;
/** The program with further arguments, serving from a store of its own at a free port. */
export function serve(...more: string[]): Promise<{ url: string; stop: () => Promise<void> }>;
