import { request, type ClientRequest } from "node:http";

export type ReadEvent = { name: string; data: unknown };

export type LiveReader = {
  status: number;
  /** The events so far, in order; the first is `ready`. */
  events: ReadEvent[];
  /** The id of the last event. */
  lastId: () => string | undefined;
  of: (name: string) => unknown[];
  isEnded: () => boolean;
  /** Cuts the connection without closing it. */
  cut: () => void;
};

/** Reads a live stream as a browser does. */
export function readLive(options: {
  port: number;
  cookies: Record<string, string>;
  after?: string;
}): Promise<LiveReader> {
  const { port, cookies, after } = options;
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  return new Promise((resolve, reject) => {
    const call: ClientRequest = request({
      host: "127.0.0.1",
      port,
      path: `/api/live${after === undefined ? "" : `?after=${after}`}`,
      headers: { cookie },
    });
    call.on("error", reject);
    call.on("response", (response) => {
      const events: ReadEvent[] = [];
      let lastId: string | undefined;
      let text = "";
      let isEnded = false;
      response.setEncoding("utf8");
      response.on("error", () => undefined);
      response.on("close", () => {
        isEnded = true;
      });
      response.on("data", (part: string) => {
        const blocks = (text + part).split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const read = Object.fromEntries(
            block.split("\n").map((line) => line.split(/: (.*)/).slice(0, 2)),
          ) as { event?: string; data?: string; id?: string };
          if (read.id) lastId = read.id;
          if (read.event && read.data)
            events.push({
              name: read.event,
              data: JSON.parse(read.data) as unknown,
            });
        }
      });
      resolve({
        status: response.statusCode ?? 0,
        events,
        lastId: () => lastId,
        of: (name) =>
          events.filter((one) => one.name === name).map(({ data }) => data),
        isEnded: () => isEnded,
        cut: () => call.destroy(),
      });
    });
    call.end();
  });
}
