import path from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the programs that this run has built. */
    programFolder: string;
  }
}

/** The entries of the server's build, and programs that only tests start. */
export type ProgramName =
  "main" | "import" | "admin" | "workspaceExport" | "holdDatabase" | "writer";

/** The built program to start with `node`, as it is in production. */
export const programFile = (name: ProgramName): string =>
  path.join(inject("programFolder"), `${name}.js`);
