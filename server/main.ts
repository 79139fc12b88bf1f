import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/**
 * Sets how fast V8 lets the space of new objects grow. Loading and compiling the
 * program would make it grow to 32 MB, which V8 does not give back. Afterwards it
 * grows as the requests need it.
 */
const growNewSpace = (factor: 1 | 2) => {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
};

/** Frees what the start has left, because V8 does not while little happens. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await new Promise((resolve) => {
    session.post("HeapProfiler.collectGarbage", resolve);
  });
  session.disconnect();
}

growNewSpace(1);
const { start } = await import("./program");
await start();
await collectGarbage();
growNewSpace(2);
