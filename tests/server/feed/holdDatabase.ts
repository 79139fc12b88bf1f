// Holds the embedded database of DATA_DIRECTORY and accepts imports, like the
// server, until it is killed.
import { readConfig } from "../../../server/platform/config";
import { migrations } from "../../../server/migrations";
import { migrate, openDatabase } from "../../../server/platform/database";
import { loadSchemas } from "../../../server/platform/schemas/loadSchemas";
import { findRoot } from "../../../server/platform/root";
import { systemClock } from "../../../server/platform/clock";
import { serveCommands } from "../../../server/feed";
import fastify from "fastify";
import { lotPorts } from "../../../server/bidding";

const root = findRoot();
const config = readConfig(process.env);
const { log } = fastify();
const { dataDirectory } = config;
const database = await openDatabase({ dataDirectory, log });
await migrate(database, migrations);
const schemas = loadSchemas(root);
const clock = systemClock;
await serveCommands({
  root,
  config,
  database,
  schemas,
  clock,
  log,
  ports: lotPorts,
});
process.stdout.write("READY\n");
process.on("message", () => {
  void database.kysely
    .selectFrom("lots")
    .select(["source_id", "lot_no", "status", "row_hash"])
    .orderBy("source_id")
    .execute()
    .then((lots) => process.send?.(lots));
});
