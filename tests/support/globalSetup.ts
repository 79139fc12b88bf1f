import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { embeddedTemplate } from "./dataDirectory";
import { fillTemplate, templates } from "./databaseTemplates";
import { keepFilesInMemory } from "./filesInMemory";
import { hasPostgres, startPostgres } from "./postgres";
import { preloadBaselineWasm } from "./preload";

declare module "vitest" {
  export interface ProvidedContext {
    /** The PostgreSQL of this run; empty where none is installed. */
    postgresUrl: string;
  }
}

/**
 * Prepares once what all test files of a run share: the built programs, and
 * one PostgreSQL cluster with the templates that test databases are copies of.
 */
export default async function setup(project: TestProject) {
  const removeFiles = keepFilesInMemory();
  preloadBaselineWasm();
  const programFolder = path.resolve(`test-results/program-${process.pid}`);
  const [postgres] = await Promise.all([
    hasPostgres ? startTemplates() : undefined,
    buildPrograms(programFolder),
    // Otherwise both workers make it in a fresh clone.
    embeddedTemplate(),
  ]);
  project.provide("programFolder", programFolder);
  project.provide("postgresUrl", postgres?.url ?? "");
  return async () => {
    await postgres?.stop();
    rmSync(programFolder, { recursive: true, force: true });
    removeFiles();
  };
}

async function startTemplates() {
  const postgres = await startPostgres();
  for (const template of ["empty", "accounts"] as const)
    await fillTemplate(
      await postgres.createDatabase({ name: templates[template] }),
      template,
    );
  return postgres;
}

/** Inside the project, where a program finds the declarations above it. */
const buildPrograms = (outDir: string) =>
  build({
    configFile: "vite.server.config.ts",
    logLevel: "error",
    build: {
      outDir,
      sourcemap: false,
      rolldownOptions: {
        input: {
          jobProgram: "tests/server/catalog/savedSearches/jobProgram.ts",
          holdDatabase: "tests/server/feed/holdDatabase.ts",
          writer: "tests/server/platform/database/embedded/writer.ts",
        },
      },
    },
  });
