import { createServer, type Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Listens on a free loopback port and returns the address. */
export async function listenAnywhere(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Serves the built browser program without the API: its files, a
 * `config.json`, and the page for every other path.
 */
export function createStaticSite(configuration: object): Server {
  const folder = path.resolve("dist/web");
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/config.json") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(configuration));
      return;
    }
    const file = path.join(folder, path.normalize(pathname));
    const extension = path.extname(file);
    void readFile(extension ? file : path.join(folder, "index.html")).then(
      (content) => {
        response.setHeader("content-type", types[extension || ".html"] ?? "");
        response.end(content);
      },
      () => {
        response.writeHead(404).end();
      },
    );
  });
}
