import type { FastifyInstance } from "fastify";
import type { AddressInfo } from "node:net";
import { buildApp } from "./app";
import { areas } from "./areas";
import { createContext } from "./createContext";
import { indexDeclared, startColumns } from "./declare";
import { endAfter, stopOnSignals } from "./endProgram";
import { startDemo } from "./demo/start";
import { explainStart, ListenFailed } from "./explainStart";
import { serveCommands } from "./feed";
import { warnOfOwnFolder } from "./files";
import { demoPassword, hasUsers } from "./identity";
import type { Config } from "./platform/config";
import { followDeclarations } from "./workspace/declared";
import { openAreas } from "./workspace/openAreas";
import { exportCommand, exportPublished } from "./workshop";
import {
  limitHeapGrowth,
  releaseIdleMemory,
  releaseStartMemory,
} from "./platform/memory";
import { drainWhenStopping } from "./platform/http/stop";

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Starts the program. Prints READY once its lists can be used. Ends the process
 * with the reason if it cannot start.
 */
export async function start(): Promise<void> {
  try {
    await run();
  } catch (error) {
    explain(error);
    process.exit(1);
  }
}

const explain = (error: unknown) =>
  process.stderr.write(`${explainStart(error)}\n`);

async function run(): Promise<void> {
  const { jobs, columns, ...opened } = await createContext(process.env);
  const context = openAreas({ ...opened, jobs }, areas);
  const { config, database } = context;
  // The embedded database is for small servers, on which memory is scarcer than time.
  limitHeapGrowth(database.kind === "embedded" ? 15 : 30);
  const running: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopPart of running) await stopPart();
    await context.changes.stop();
    await database.close();
  };
  const stopping = stopOnSignals(stop);
  try {
    const app = await buildApp(context);
    const drain = drainWhenStopping(app);
    // Each may take seconds, so they begin at once.
    running.push(async () => {
      await Promise.all([drain(), jobs.stop(), columns.save()]);
    });
    running.push(followDeclarations(context));
    const indexes = indexDeclared(context);
    running.push(() => indexes.stop());
    running.push(startColumns(context, columns));
    await listen(app, config);
    running.push(
      await serveCommands(context, {
        [exportCommand]: () => exportPublished(context),
      }),
    );
    const demo = await startDemo(context);
    jobs.start([
      ...context.parts.flatMap(({ jobs: own = [] }) => own),
      ...(demo?.jobs ?? []),
    ]);
    await warnOfOwnFolder(context);
    await releaseStartMemory();
    running.push(releaseIdleMemory());
    const { port } = app.server.address() as AddressInfo;
    say(`READY http://${addressToShow(config.host)}:${port}`);
    void context.declarations.prepare();
    if (!(await hasUsers(context)))
      say("There are no users yet: create an administrator by npm run admin");
    if (demo)
      say(`Log in as ${demo.emails.join(", ")} with password ${demoPassword}`);
  } catch (error) {
    // A stop may have interrupted the start, such as the first import.
    if (stopping.aborted) return;
    explain(error);
    endAfter(stop, 1);
  }
}

async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, "host" | "port">,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new ListenFailed(port, error);
  }
}

/** Browsers cannot open the wildcard addresses 0.0.0.0 and ::. */
function addressToShow(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
