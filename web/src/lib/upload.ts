/** Files that the user chooses. */

const [KB, MB] = [2 ** 10, 2 ** 20];

/** Size above which the referee refuses a scenario or a guide, in bytes. */
export const MOST_SCENARIO = 512 * KB;
/** The same of a ledger. */
export const MOST_LEDGER = 16 * MB;

const sizeInWords = (bytes: number): string => (bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`);

/** A file that was read, or the reason why it was not. */
export type Read = { name: string; text: string } | { refused: string };

/** Reads the file that was chosen in a field; null if there is none. A file of more than `most` bytes is not read. */
export async function readChosen({ currentTarget }: Event, most: number): Promise<Read | null> {
  const file = (currentTarget as HTMLInputElement).files?.[0];
  if (!file) return null;
  if (file.size > most) return { refused: `${file.name} has more than ${sizeInWords(most)}, so it was not read.` };
  try {
    return { name: file.name, text: await file.text() };
  } catch {
    return { refused: `${file.name} can’t be read. Choose it again.` };
  }
}
