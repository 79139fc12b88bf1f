import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build } from "vite";
import { findRoot } from "../../server/platform/root";

type Site = { base: string; close: () => void };

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/**
 * Builds the list of stock react-admin into `folder` and serves it as our own
 * server serves files. `/rest/lots` answers with the rows of our list, in the
 * form of ra-data-simple-rest, so it waits for the same database.
 */
export async function serveStockAdmin(options: {
  folder: string;
  /** The address of our server. */
  base: string;
  /** Signs in to our server and returns the cookies. */
  signIn: () => Promise<string>;
}): Promise<Site> {
  const { folder, base } = options;
  let cookie = await options.signIn();
  // Access tokens last 15 minutes.
  const renewal = setInterval(() => {
    void options.signIn().then((renewed) => (cookie = renewed));
  }, 600_000);
  await build({
    root: path.join(findRoot(), "bench/support/stockAdmin"),
    configFile: false,
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 3000 },
  });
  const compressed = new Map<string, Buffer>();
  const fileAt = async (pathname: string) => {
    const known = compressed.get(pathname);
    if (known) return known;
    const content = readFileSync(path.join(folder, pathname));
    const small = await promisify(brotliCompress)(content);
    compressed.set(pathname, small);
    return small;
  };
  const listOf = async (search: URLSearchParams) => {
    const [from = 0, to = 49] = JSON.parse(
      search.get("range") ?? "[]",
    ) as number[];
    const [sort = "", order = "ASC"] = JSON.parse(
      search.get("sort") ?? "[]",
    ) as string[];
    const query = new URLSearchParams({
      page: String(Math.floor(from / (to - from + 1)) + 1),
      pageSize: String(to - from + 1),
      ...(sort === "auctionDate" ? {} : { sort, order }),
    });
    const reply = await fetch(`${base}/api/auction/listing?${String(query)}`, {
      headers: { cookie },
    });
    const { carsList, pageInfo } = (await reply.json()) as {
      carsList: { images: string[] }[];
      pageInfo: { totalSearchResults: number };
    };
    const range = `lots ${from}-${to}/${pageInfo.totalSearchResults}`;
    const rows = carsList.map((row) => ({ ...row, images: row.images[0] }));
    return { text: JSON.stringify(rows), range };
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const answer = async () => {
      if (url.pathname === "/rest/lots") {
        const { text, range } = await listOf(url.searchParams);
        response.setHeader("content-range", range);
        response.setHeader("content-type", "application/json");
        response.end(text);
        return;
      }
      if (url.pathname.startsWith("/api/photos/")) {
        const photo = await fetch(base + url.pathname, { headers: { cookie } });
        response.setHeader(
          "content-type",
          photo.headers.get("content-type") ?? "",
        );
        response.setHeader("cache-control", "public, max-age=31536000");
        response.end(Buffer.from(await photo.arrayBuffer()));
        return;
      }
      const isAsset = url.pathname.startsWith("/assets/");
      const file = isAsset ? url.pathname : "/index.html";
      response.setHeader("content-type", types[path.extname(file)] ?? "");
      response.setHeader("content-encoding", "br");
      response.setHeader(
        "cache-control",
        isAsset ? "public, max-age=31536000, immutable" : "no-store",
      );
      response.end(await fileAt(file));
    };
    answer().catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    close: () => {
      clearInterval(renewal);
      server.closeAllConnections();
      server.close();
    },
  };
}
