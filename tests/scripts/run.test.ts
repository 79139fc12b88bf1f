import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { run } from "../../scripts/support/run.mjs";

/** Keeps the output open, ignores SIGTERM, and connects once it does so. */
const stubborn = (port: number) => `
  process.on("SIGTERM", () => undefined);
  require("node:net").connect(${port}, "127.0.0.1");
`;

const parentOf = (program: string) => `
  const stdio = "inherit";
  const options = ["--eval", ${JSON.stringify(program)}];
  require("node:child_process").spawn(process.execPath, options, { stdio });
  console.log("started");
`;

it("ends all processes of a step at its time limit and counts it as failed", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const limit = new AbortController();
  const running = run({
    command: ["node", "--eval", parentOf(stubborn(port))],
    limit: limit.signal,
    graceMs: 0,
  });
  const [connection] = (await once(server, "connection")) as [Socket];
  const ended = new Promise((resolve) => {
    connection.on("error", () => undefined).on("close", resolve);
  });
  connection.resume();
  limit.abort();
  const { code, output } = await running;
  await ended;
  expect(code).toBe(1);
  expect(output).toContain("started");
  expect(output).toContain("Stopped at the time limit.");
});

it("returns the exit code and the output of a step that ends in time", async () => {
  const program = `console.log("done"); process.exitCode = 3;`;
  expect(await run({ command: ["node", "--eval", program] })).toMatchObject({
    code: 3,
    output: "done\n",
  });
});
