import { Client, escapeIdentifier } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { createChannels } from "../notifications";
import type { Database, DatabaseLog } from "../database";

const reconnectDelayMs = 500;
const connectTimeoutMs = 2_000;

type Listener = Pick<Database, "listen" | "close">;

/**
 * Listens for notifications on a connection of its own. The first listener
 * opens it; after a loss it reconnects and listens to all channels again.
 */
export function createListener(url: string, log: DatabaseLog): Listener {
  const channels = createChannels();
  let hasStopped = false;
  const isStopped = () => hasStopped;
  let client: Client | undefined;
  let firstAttempt: Promise<unknown> | undefined;

  /** Resolves once all channels are listened to. `ended` resolves at the end. */
  async function connect(): Promise<{ ended: Promise<void> }> {
    const fresh = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: "seriba-listen",
    });
    const ended = new Promise<void>((resolve) => {
      fresh.once("end", resolve);
    });
    // Every error is followed by "end".
    fresh.on("error", () => undefined);
    fresh.on("notification", ({ channel, payload }) => {
      channels.deliver(channel, payload ?? "");
    });
    await fresh.connect();
    if (isStopped()) {
      await fresh.end();
      return { ended };
    }
    client = fresh;
    for (const name of channels.names()) await send(fresh, "listen", name);
    return { ended };
  }

  async function keepConnected(first: ReturnType<typeof connect>) {
    for (let attempt = first; ; attempt = connect()) {
      try {
        const { ended } = await attempt;
        await ended;
        if (!isStopped()) {
          log.warn({}, "the connection for notifications was lost");
        }
      } catch (error) {
        log.warn({ err: error }, "no connection for notifications");
      }
      client = undefined;
      if (isStopped()) return;
      await sleep(reconnectDelayMs, undefined, { ref: false });
      // `close` may have been called during the delay.
      if (isStopped()) return;
    }
  }

  function start(): Promise<unknown> {
    const attempt = connect();
    void keepConnected(attempt);
    return attempt.catch(() => undefined);
  }

  return {
    async listen(channel, onPayload) {
      const isFirst = channels.add(channel, onPayload);
      if (client && isFirst) await send(client, "listen", channel);
      else await (firstAttempt ??= start());
      return async () => {
        const isLast = channels.remove(channel, onPayload);
        if (isLast && client) await send(client, "unlisten", channel);
      };
    },
    async close() {
      hasStopped = true;
      await client?.end();
    },
  };
}

/** Ignores a lost connection: reconnecting listens to all channels again. */
async function send(
  client: Client,
  verb: "listen" | "unlisten",
  channel: string,
): Promise<void> {
  await client
    .query(`${verb} ${escapeIdentifier(channel)}`)
    .catch(() => undefined);
}
