import type { TestApp } from "../../../../support/app";

export type Json = Record<string, unknown>;

/** A record as a write returns it. */
export type Saved = { id: string; version: number; tag: string; detail: Json };

/** Returns the record of a reply. */
export const saved = (reply: Awaited<ReturnType<TestApp["call"]>>): Saved => {
  const { version, detail } = reply.json<{ version: number; detail: Json }>();
  return {
    id: String(detail.id),
    version,
    tag: String(reply.headers.etag),
    detail,
  };
};

/** The body of a made-up depot. */
export const yokohama = {
  name: "Yokohama",
  kind: "port",
  places: 300,
  rent: 9000,
};
