import type { Viewer } from "../../../domain/access";
import { schemaPart } from "../schemas/schemaPart";
import type { JsonSchema, SchemaRegistry } from "../schemas/registry";
import {
  componentName,
  componentsFor,
  forOpenApi,
  type OpenApiReader,
} from "./openApiSchemas";
import {
  accessOf,
  concreteRoutes,
  passesRules,
  rulesOf,
  type RouteAccess,
  type RouteDefinition,
  type SchemaSource,
} from "./route";

const errorTexts: Record<string, string> = {
  "400": "The query or body breaks its schema; `errors` has texts by field",
  "401": "There is no session, or it has ended",
  "403": "The caller lacks the right, or the request came from another site",
  "404": "Unknown, or belongs to another user",
  "409": "The row has changed, or the key was used with another body",
  "413": "The body is larger than 256 KB",
  "422": "The request breaks a rule; `errors` has texts by field",
  "428": "The header If-Match or Idempotency-Key is missing",
  "429": "Too many attempts; Retry-After says when to try again",
  "500": "The server failed; nothing was changed",
  "502": "A service that the server asked has failed",
  "503": "The server is busy; Retry-After says when to try again",
  "507": "The server has no room for new data; nothing was changed",
};

/**
 * Returns the OpenAPI 3.1 document of the declared routes as the reader may see
 * them: only the routes that the reader may call, without hidden fields and
 * without access rules. Strangers get the public routes. For the reader "all"
 * it is the whole contract.
 */
export function openApiDocument(
  routes: readonly RouteDefinition[],
  schemas: SchemaRegistry,
  reader: OpenApiReader,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const definition of concreteRoutes(routes)) {
    if (!mayCall(definition, reader)) continue;
    const url = definition.url.replace(/:(\w+)/g, "{$1}");
    const path = (paths[url] ??= {});
    path[definition.method.toLowerCase()] = operation(
      definition,
      schemas,
      reader,
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Seriba",
      version: "1",
      description:
        "Log in with POST /auth; cookies hold the session. The server rejects requests that change something if their Origin is another site. Money is integer yen, ids are text, time is ISO 8601 with +09:00.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: componentsFor(paths, schemas, reader),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "seriba-access" },
      },
    },
  };
}

function mayCall(definition: RouteDefinition, reader: OpenApiReader): boolean {
  const access = accessOf(definition);
  if (reader === "all" || access === "public") return true;
  return reader !== null && passesRules(access, reader);
}

const fileBody = {
  required: true,
  content: {
    "application/octet-stream": {
      schema: { type: "string", format: "binary" },
    },
  },
};

function operation(
  definition: RouteDefinition,
  schemas: SchemaRegistry,
  reader: OpenApiReader,
) {
  const { method, url, summary, query, body, reply } = definition;
  const { replyTypes = ["application/json"] } = definition;
  const access = accessOf(definition);
  const rights = reader === "all" ? describeAccess(access) : "";
  return {
    operationId: `${method.toLowerCase()}${operationName(url)}`,
    summary,
    ...(rights ? { description: rights } : {}),
    tags: [url.split("/")[1] ?? "site"],
    security: access === "public" ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(definition.params, "path", { schemas, reader }),
      ...parametersOf(query, "query", { schemas, reader }),
      ...(definition.isIdempotent
        ? [
            {
              ...idempotencyKey,
              required: definition.isIdempotent === "required",
            },
          ]
        : []),
      ...(definition.isVersioned ? [ifMatch] : []),
    ],
    ...(definition.isUpload ? { requestBody: fileBody } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: published(body, reader) },
            },
          },
        }
      : {}),
    responses: {
      [definition.isCreating ? "201" : "200"]: {
        description: "Done",
        content: Object.fromEntries(
          replyTypes.map((type) => [
            type,
            { schema: published(reply, reader) },
          ]),
        ),
      },
      ...Object.fromEntries(
        statusesOf(definition).map((status) => [status, errorReply(status)]),
      ),
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key with the same body gets the first answer again.",
  schema: { type: "string", maxLength: 100 },
};

const ifMatch = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag of the row that the change is based on.",
  schema: { type: "string", maxLength: 20 },
};

const operationName = (url: string): string =>
  url.replace(/[/:-]+(\w)?/g, (_, letter: string | undefined) =>
    (letter ?? "").toUpperCase(),
  );

const describeAccess = (access: RouteAccess): string =>
  rulesOf(access)
    .flatMap((rule) => {
      if ("allows" in rule) return [rule.description];
      const { flags, roles, userTypes, userLevels } = rule;
      return [
        flags?.length ? `Needs ${flags.join(", ")}.` : "",
        roles?.length ? `For ${roles.join(", ")}.` : "",
        userTypes?.length ? `For users of type ${userTypes.join(", ")}.` : "",
        userLevels?.length
          ? `For users of level ${userLevels.join(", ")}.`
          : "",
      ];
    })
    .filter(Boolean)
    .join(" ");

/** Returns the statuses of the errors that a call may answer. */
export function statusesOf(definition: RouteDefinition): string[] {
  const { method, body, changesState, failures = [] } = definition;
  const access = accessOf(definition);
  const isWrite = method !== "GET";
  return [
    "400",
    ...(access === "public" && !body && !changesState ? [] : ["401"]),
    "403",
    "404",
    ...(isWrite ? ["409", "413"] : []),
    ...(isWrite || failures.includes("422") ? ["422"] : []),
    ...(definition.isVersioned || definition.isIdempotent === "required"
      ? ["428"]
      : []),
    "429",
    "500",
    ...(failures.includes("502") ? ["502"] : []),
    "503",
    ...(isWrite ? ["507"] : []),
  ];
}

const errorReply = (status: string) => ({
  description: errorTexts[status],
  content: {
    "application/json": { schema: published("error-reply", null) },
  },
});

const published = (source: SchemaSource, reader: OpenApiReader) =>
  typeof source === "string"
    ? { $ref: `#/components/schemas/${componentName(source)}` }
    : forOpenApi(source(viewerOf(reader)), { id: "", reader });

const viewerOf = (reader: OpenApiReader): Viewer | undefined =>
  reader === "all" || reader === null ? undefined : reader;

/** Returns a parameter for each property of the schema. */
function parametersOf(
  source: SchemaSource | undefined,
  place: "path" | "query",
  { schemas, reader }: { schemas: SchemaRegistry; reader: OpenApiReader },
) {
  if (!source) return [];
  const given =
    typeof source === "string" ? { $ref: source } : source(viewerOf(reader));
  const schema =
    typeof given.$ref === "string" ? schemaPart(schemas, given.$ref) : given;
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
    schema: forOpenApi(property, { id: "", reader }),
  }));
}
