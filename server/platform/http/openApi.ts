import { schemaPart } from "../schemas/schemaPart";
import type { JsonSchema, SchemaRegistry } from "../schemas/registry";
import { componentName, componentsFor, forOpenApi } from "./openApiSchemas";
import {
  accessOf,
  rulesOf,
  type RouteAccess,
  type RouteDefinition,
  type SchemaSource,
} from "./route";

const errorTexts: Record<string, string> = {
  "400": "The query or body breaks its schema; `errors` has texts by field",
  "401": "No session, or it has ended",
  "403": "No right to this call, or it came from another site",
  "404": "Unknown, or another user's: both answer alike",
  "409": "Changed meanwhile, or a key used for another body",
  "413": "The body is larger than 256 KB",
  "422": "A rule is broken; `errors` has texts by field",
  "429": "Too many attempts; Retry-After says when to try again",
  "500": "A fault of the server; nothing was changed",
  "503": "Busy; Retry-After says when to try again",
};

/**
 * The OpenAPI 3.1 document of the declared routes: what the server validates
 * by is what is published, derived queries included, as it is at this moment.
 */
export function openApiDocument(
  routes: readonly RouteDefinition[],
  schemas: SchemaRegistry,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const definition of routes) {
    const url = definition.url.replace(/:(\w+)/g, "{$1}");
    const path = (paths[url] ??= {});
    path[definition.method.toLowerCase()] = operation(definition, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Seriba",
      version: "1",
      description:
        "Log in by POST /auth; the session is kept in cookies. Calls that change something are refused when their Origin is another site's. Money is integer yen, ids are text, time is ISO 8601 with +09:00.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: componentsFor(paths, schemas),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "seriba-access" },
      },
    },
  };
}

function operation(definition: RouteDefinition, schemas: SchemaRegistry) {
  const { method, url, summary, query, body, reply } = definition;
  const { replyTypes = ["application/json"] } = definition;
  const access = accessOf(definition);
  const rights = describeAccess(access);
  return {
    operationId: `${method.toLowerCase()}${operationName(url)}`,
    summary,
    ...(rights ? { description: rights } : {}),
    tags: [url.split("/")[1] ?? "site"],
    security: access === "public" ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(definition.params, "path", schemas),
      ...parametersOf(query, "query", schemas),
      ...(definition.isIdempotent ? [idempotencyKey] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: published(body) } },
          },
        }
      : {}),
    responses: {
      "200": {
        description: "Done",
        content: Object.fromEntries(
          replyTypes.map((type) => [type, { schema: published(reply) }]),
        ),
      },
      ...Object.fromEntries(
        statusesOf(definition).map((status) => [status, refusal(status)]),
      ),
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same key with the same body gets the first answer again.",
  schema: { type: "string", maxLength: 100 },
};

const operationName = (url: string): string =>
  url.replace(/[/:-]+(\w)?/g, (_, letter: string | undefined) =>
    (letter ?? "").toUpperCase(),
  );

const describeAccess = (access: RouteAccess): string =>
  rulesOf(access)
    .flatMap(({ flags, roles, userTypes, userLevels }) => [
      flags?.length ? `Needs ${flags.join(", ")}.` : "",
      roles?.length ? `For ${roles.join(", ")}.` : "",
      userTypes?.length ? `For users of type ${userTypes.join(", ")}.` : "",
      userLevels?.length ? `For users of level ${userLevels.join(", ")}.` : "",
    ])
    .filter(Boolean)
    .join(" ");

function statusesOf(definition: RouteDefinition): string[] {
  const { method, body, changesState } = definition;
  const access = accessOf(definition);
  const isWrite = method !== "GET";
  return [
    "400",
    ...(access === "public" && !body && !changesState ? [] : ["401"]),
    "403",
    "404",
    ...(isWrite ? ["409", "413", "422"] : []),
    "429",
    "500",
    "503",
  ];
}

const refusal = (status: string) => ({
  description: errorTexts[status],
  content: { "application/json": { schema: published("error-reply") } },
});

const published = (source: SchemaSource) =>
  typeof source === "string"
    ? { $ref: `#/components/schemas/${componentName(source)}` }
    : forOpenApi(source(), "");

/** Each property of the schema is a parameter. */
function parametersOf(
  source: SchemaSource | undefined,
  place: "path" | "query",
  schemas: SchemaRegistry,
) {
  if (!source) return [];
  const schema =
    typeof source === "string" ? schemaPart(schemas, source) : source();
  const { properties, required } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: required?.includes(name) ?? false,
    ...(typeof property.description === "string"
      ? { description: property.description }
      : {}),
    schema: forOpenApi(property, ""),
  }));
}
