import type { FastifyInstance } from "fastify";
import type { JsonSchema } from "../schemas/registry";
import { schemaPart } from "../schemas/schemaPart";
import { failure } from "../errors";

const idPattern = "^[1-9]\\d{0,15}$";

/** Texts of at most this length are drawn on one line; longer ones may have several. */
const longestLine = 200;

const controlCharacter = /\p{Cc}/u;

/**
 * Reads an id in a body that is a number as its text, because clients of the specification
 * send both. Rejects a text of one line with a line end or another control character,
 * which could forge lines of mails, logs and exports.
 */
export function readBodyTexts(app: FastifyInstance): void {
  app.addHook("preValidation", (request, _reply, done) => {
    const { definition } = request.routeOptions.config;
    const { body } = request;
    if (!definition?.body || definition.isUpload || !isRecord(body)) {
      done();
      return;
    }
    const source = definition.body;
    const schema =
      typeof source === "string" ? schemaPart(app.schemas, source) : source();
    const { properties = {} } = schema as Properties;
    for (const [name, value] of Object.entries(body)) {
      const property = Object.hasOwn(properties, name)
        ? resolved(app, properties[name])
        : undefined;
      if (!property) continue;
      if (property.pattern === idPattern && Number.isSafeInteger(value))
        body[name] = String(value);
      const isLine = Number(property.maxLength ?? Infinity) <= longestLine;
      if (isLine && typeof value === "string" && controlCharacter.test(value)) {
        done(failure("invalid_request"));
        return;
      }
    }
    done();
  });
}

type Properties = { properties?: Readonly<Record<string, JsonSchema>> };

const resolved = (
  { schemas }: FastifyInstance,
  property: JsonSchema | undefined,
): JsonSchema | undefined =>
  typeof property?.$ref === "string" && !property.$ref.startsWith("#")
    ? schemaPart(schemas, property.$ref)
    : property;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
