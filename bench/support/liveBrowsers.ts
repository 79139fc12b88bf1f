import { request } from "node:http";

/** The messages between the bench and its browsers. */
export type ToBrowsers = { port: number; cookies: string[] };
export type FromBrowsers =
  | { kind: "open" }
  | { kind: "told"; readers: number; at: number };

/** Browsers that follow the stream, in a process of their own. */
function followAll({ port, cookies }: ToBrowsers): void {
  let open = 0;
  let told = 0;
  const say = (message: FromBrowsers) => process.send?.(message);
  const hear = (text: string) => {
    if (text.includes("event: ready")) {
      open += 1;
      if (open === cookies.length) say({ kind: "open" });
    }
    if (!text.includes("event: lots")) return;
    told += 1;
    if (told % cookies.length === 0)
      say({ kind: "told", readers: cookies.length, at: Date.now() });
  };
  for (const cookie of cookies)
    request({
      host: "127.0.0.1",
      port,
      path: "/api/live",
      headers: { cookie },
    })
      .on("response", (response) => {
        response.setEncoding("utf8").on("data", hear);
      })
      .end();
}

process.on("message", (message) => {
  followAll(message as ToBrowsers);
});
