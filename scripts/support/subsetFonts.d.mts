import type { Plugin } from "vite";

export function subsetFonts(folder: string): Plugin;
