import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildApp } from "../server/app";
import { areas } from "../server/areas";
import { openAreas } from "../server/workspace/openAreas";
import { createContext } from "../server/createContext";
import { openApiDocument } from "../server/platform/http/openApi";

/**
 * `npm run openapi -- [FILE]` writes the whole contract, with every route and
 * field, to a file: `dist/openapi.json` by default. Other programs generate
 * their clients from it.
 */
const file = path.resolve(process.argv[2] ?? "dist/openapi.json");
const context = await createContext({
  DATA_DIRECTORY: ":memory:",
  LOG_LEVEL: "silent",
});
const app = await buildApp(openAreas(context, areas));
await app.ready();
const document = openApiDocument(app.declaredRoutes, app.schemas, "all");
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(`${file}\n`);
await app.close();
await context.database.close();
