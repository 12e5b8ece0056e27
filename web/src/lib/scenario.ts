/** What the head of a scenario file says, for the start screen; whether the file is right is for the server to say. */

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

/** Who wins for what, a line each. */
export const victoryOf = ({ victory }: { name: string; victory?: readonly string[] | null }): readonly string[] => victory ?? [];

/** A basic string of TOML escapes as JSON does, but for a few rare forms. */
function unescaped(inner: string): string {
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
}
