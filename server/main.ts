import type { AddressInfo } from "node:net";
import { buildApp } from "./app";
import { createContext } from "./createContext";
import { demoEmails, demoPassword, seedAccounts } from "./demo/seedAccounts";
import { drainWhenStopping } from "./platform/http/stop";
import { explainStart } from "./startup";
import type { Context } from "./workspace/context";

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts the program and says so once its lists can be used. */
async function start(): Promise<void> {
  const context = await createContext(process.env);
  const { config, database } = context;
  try {
    const app = await buildApp(context);
    const drain = drainWhenStopping(app);
    const stop = async () => {
      await drain();
      await database.close();
      process.exit(0);
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => void stop());
    await app.listen({ host: config.host, port: config.port });
    const { port } = app.server.address() as AddressInfo;
    const hasDemo = await startDemoData(context);
    say(`READY http://${addressToShow(config.host)}:${port}`);
    if (hasDemo)
      say(`Log in as ${demoEmails.join(", ")}; password ${demoPassword}`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startDemoData(context: Context): Promise<boolean> {
  const { demo, nodeEnv } = context.config;
  if (demo === "off" || (demo === "auto" && nodeEnv === "production"))
    return false;
  await seedAccounts(context);
  return true;
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
