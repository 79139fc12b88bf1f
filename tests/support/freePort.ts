import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to connections by themselves. */
const [lowest, highest] = [10_000, 30_000];

/**
 * Returns a free loopback port that stays free between two uses, because no
 * system gives it to a connection by itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => {
        resolve(false);
      });
      probe.listen(port, "127.0.0.1", () => {
        resolve(true);
      });
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
