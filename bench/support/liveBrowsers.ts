import { request } from "node:http";

/** The messages between the bench and its browsers. */
export type ToBrowsers = { port: number; cookies: string[] };
export type FromBrowsers =
  | { kind: "open" }
  | { kind: "told"; readers: number; at: number };

/** Streams that are being opened at once: more from a single address are refused. */
const openingAtOnce = 20;

/** Browsers that follow the stream, in a process of their own. */
async function followAll({ port, cookies }: ToBrowsers): Promise<void> {
  let told = 0;
  const say = (message: FromBrowsers) => process.send?.(message);
  const hear = (text: string) => {
    if (!text.includes("event: lots")) return;
    told += 1;
    if (told % cookies.length === 0)
      say({ kind: "told", readers: cookies.length, at: Date.now() });
  };
  const waiting = cookies.values();
  const openNext = async () => {
    for (const cookie of waiting) await follow({ port, cookie, hear });
  };
  await Promise.all(Array.from({ length: openingAtOnce }, openNext));
  say({ kind: "open" });
}

/** Opens a stream. Resolves when it is ready, rejects when the server refuses it. */
const follow = ({
  port,
  cookie,
  hear,
}: {
  port: number;
  cookie: string;
  hear: (text: string) => void;
}): Promise<void> =>
  new Promise((resolve, reject) => {
    request({
      host: "127.0.0.1",
      port,
      path: "/api/live",
      headers: { cookie },
    })
      .on("error", reject)
      .on("response", (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`The stream got ${String(response.statusCode)}`));
        response.setEncoding("utf8").on("data", (text: string) => {
          if (text.includes("event: ready")) resolve();
          hear(text);
        });
      })
      .end();
  });

process.on("message", (message) => {
  void followAll(message as ToBrowsers);
});
