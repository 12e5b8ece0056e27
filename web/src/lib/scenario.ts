/** The head of a scenario file, for the start page. The server checks the file. */

export interface Head {
  title: string | null;
  system: string | null;
}

/** Reads a TOML text up to its first table. */
export function headOf(text: string): Head {
  const top = text.replaceAll(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, '""').split(/^\s*\[/m)[0] ?? '';
  const value = (key: string): string | null => {
    const found = new RegExp(`^[ \\t]*["']?${key}["']?[ \\t]*=[ \\t]*(?:"((?:[^"\\\\\\n]|\\\\.)*)"|'([^'\\n]*)')`, 'm').exec(top);
    if (!found) return null;
    return found[2] ?? unescaped(found[1] ?? '');
  };
  return { title: value('title'), system: value('system') };
}

/** Returns the victory conditions, one line each. */
export const victoryOf = ({ victory }: { name: string; victory?: readonly string[] | null }): readonly string[] => victory ?? [];

/** Decodes a basic TOML string as JSON. Only a few rare escapes differ. */
function unescaped(inner: string): string {
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
}
