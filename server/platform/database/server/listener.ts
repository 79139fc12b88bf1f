import { Client, escapeIdentifier } from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { createChannels } from "../channels";
import type { Database, DatabaseLog } from "../database";

const reconnectPauseMilliseconds = 500;
const connectMilliseconds = 2_000;

type Listener = Pick<Database, "listen" | "close">;

/**
 * A connection of its own for LISTEN, opened by the first listener and opened
 * again whenever it is lost, with all its channels.
 */
export function createListener(url: string, log: DatabaseLog): Listener {
  const channels = createChannels();
  const stop = new AbortController();
  let client: Client | undefined;
  let firstAttempt: Promise<unknown> | undefined;

  /** Resolves when listening, with a promise of the connection's end. */
  async function connect(): Promise<{ ended: Promise<void> }> {
    const fresh = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: connectMilliseconds,
      application_name: "seriba-listen",
    });
    const ended = new Promise<void>((resolve) => {
      fresh.once("end", resolve);
    });
    // An error is followed by the end, which is what counts.
    fresh.on("error", () => undefined);
    fresh.on("notification", ({ channel, payload }) => {
      channels.deliver(channel, payload ?? "");
    });
    await fresh.connect();
    client = fresh;
    for (const name of channels.names()) await send(fresh, "listen", name);
    return { ended };
  }

  async function keepConnected(first: ReturnType<typeof connect>) {
    for (let attempt = first; ; attempt = connect()) {
      try {
        const { ended } = await attempt;
        await ended;
        if (!stop.signal.aborted) {
          log.warn({}, "the connection for notifications was lost");
        }
      } catch (error) {
        log.warn({ err: error }, "no connection for notifications");
      }
      client = undefined;
      if (stop.signal.aborted) return;
      await pause(reconnectPauseMilliseconds, undefined, { ref: false });
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
      stop.abort();
      await client?.end();
    },
  };
}

/** A lost connection listens again when it is back. */
async function send(
  client: Client,
  verb: "listen" | "unlisten",
  channel: string,
): Promise<void> {
  await client
    .query(`${verb} ${escapeIdentifier(channel)}`)
    .catch(() => undefined);
}
