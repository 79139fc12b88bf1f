import type { FastifyInstance } from "fastify";
import type { JsonSchema } from "../schemas/registry";
import { schemaPart } from "../schemas/schemaPart";
import { failure } from "../errors";
import { hasControlCharacters } from "./controlCharacters";

const idPattern = "^[1-9]\\d{0,15}$";

/**
 * Reads an id in a body that is a number as its text, because clients of the specification
 * send both. Rejects texts with control characters that their fields do not take.
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
      if (hasControlCharacters(property, value)) {
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
