import type { AddressInfo } from "node:net";
import { buildApp } from "./app";
import { createContext } from "./createContext";
import { demoEmails, demoPassword } from "./demo/seedAccounts";
import { startDemo } from "./demo/start";
import { serveImports } from "./feed";
import { drainWhenStopping } from "./platform/http/stop";
import { explainStart } from "./startup";

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts the program and says so once its lists can be used. */
async function start(): Promise<void> {
  const context = await createContext(process.env);
  const { config, database } = context;
  try {
    const app = await buildApp(context);
    const drain = drainWhenStopping(app);
    const parts: { stop(): Promise<void> }[] = [];
    const stop = async () => {
      await drain();
      for (const part of parts) await part.stop();
      await database.close();
      process.exit(0);
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => void stop());
    await app.listen({ host: config.host, port: config.port });
    parts.push({ stop: await serveImports(context) });
    const demo = await startDemo(context);
    if (demo) parts.push(demo);
    const { port } = app.server.address() as AddressInfo;
    say(`READY http://${addressToShow(config.host)}:${port}`);
    if (demo)
      say(`Log in as ${demoEmails.join(", ")}; password ${demoPassword}`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A browser cannot open the address that stands for all of them. */
const addressToShow = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};

start().catch((error: unknown) => {
  process.stderr.write(`${explainStart(error)}\n`);
  process.exit(1);
});
