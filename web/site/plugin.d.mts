import type { Plugin } from 'vite';

export const POLICY: string;
export function site(folder: string, here: string): Plugin;
