import type { FastifyInstance } from "fastify";
import { languageNames, type Language } from "../../../domain/limits";
import { failure } from "../errors";
import { fingerprint } from "../fingerprint";
import { isObject } from "../pointer";

/** Leaves out the messages about declarations, which only the server writes. */
const withoutServerTexts = (catalog: unknown): unknown =>
  isObject(catalog) ? { ...catalog, mistakes: undefined } : catalog;

type File = { catalog: unknown; text: string; tag: string };

/**
 * Serves the current texts as `/locales/<language>.json`. Browsers revalidate
 * them at each use and get 304 if they have not changed.
 */
export function serveLocales(
  app: FastifyInstance,
  catalogOf: (language: Language) => unknown,
): void {
  const files = new Map<Language, File>();
  const fileOf = (language: Language): File => {
    const catalog = catalogOf(language);
    const known = files.get(language);
    if (known && known.catalog === catalog) return known;
    const text = JSON.stringify(withoutServerTexts(catalog));
    const tag = `"${fingerprint(text)}"`;
    const file = { catalog, text, tag };
    files.set(language, file);
    return file;
  };
  app.get<{ Params: { name: string } }>("/locales/:name", (request, reply) => {
    const language = languageNames.find(
      (name) => request.params.name === `${name}.json`,
    );
    if (!language) throw failure("not_found");
    const { text, tag } = fileOf(language);
    void reply.header("etag", tag).header("cache-control", "no-cache");
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(text);
  });
}
