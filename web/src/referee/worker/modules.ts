/** The modules of this page: which there are, and which plays a game. */

/** The files of a module: JavaScript, and WebAssembly that xz has compressed. */
export interface ModuleFiles {
  js: string;
  wasm: string;
}

/** The files of each module by its name, relative to the page; the build fills it in. */
declare const __MODULES__: Record<string, ModuleFiles>;

/** Returns the name of the module that plays a system: its own if it has one. */
export const nameOf = (system: string): string => (Object.hasOwn(__MODULES__, system) ? system : (Object.keys(__MODULES__)[0] ?? ''));

/** @throws if the page has no such module. */
export function filesOf(name: string): ModuleFiles {
  const files = __MODULES__[name];
  if (!files) throw new Error('this page was built without its modules');
  return files;
}
