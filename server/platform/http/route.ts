import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "../../../domain/access";
import { runWork } from "./admission";
import { schemaPart } from "../schemas/schemaPart";
import type { JsonSchema, SchemaRegistry } from "../schemas/registry";

/** A ref into schemas/, or a schema that is derived anew when asked. */
export type SchemaSource = string | (() => JsonSchema);

/** Who may call: anyone, who is signed in, or who passes every access rule. */
export type RouteAccess = "public" | "signedIn" | Access | readonly Access[];

/** The same, or looked up at each call since a declaration may change it. */
export type AccessSource = RouteAccess | (() => RouteAccess);

export type RouteTypes = {
  Params?: unknown;
  Query?: unknown;
  Body?: unknown;
  Reply: unknown;
};

/** What a route declares; OpenAPI is made of these. */
export type RouteDefinition = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Without `/api`. */
  url: string;
  access: AccessSource;
  /** The named parts of the url, `/workspace/changes/:id`. */
  params?: SchemaSource;
  query?: SchemaSource;
  body?: SchemaSource;
  reply: SchemaSource;
  /** What kinds of file the reply is, where it is not JSON. */
  replyTypes?: readonly string[];
  summary: string;
  /** A GET that changes something: refused from other sites as a POST is. */
  changesState?: boolean;
  /** Honours an Idempotency-Key. */
  isIdempotent?: boolean;
  /** Answered even while the server sheds load. */
  isExempt?: boolean;
  /** May take longer than five seconds: streams, exports and uploads. */
  isLong?: boolean;
};

type RouteHandler<Types extends RouteTypes> = (
  request: FastifyRequest<{
    Params: Types["Params"];
    Querystring: Types["Query"];
    Body: Types["Body"];
  }>,
  reply: FastifyReply,
) => Promise<Types["Reply"] | FastifyReply> | Types["Reply"] | FastifyReply;

declare module "fastify" {
  interface FastifyInstance {
    /** Every declared route of the program, for access checks and OpenAPI. */
    declaredRoutes: RouteDefinition[];
    schemas: SchemaRegistry;
  }
  interface FastifyContextConfig {
    definition?: RouteDefinition;
  }
}

/** Who may make the call now. */
export const accessOf = ({
  access,
}: Pick<RouteDefinition, "access">): RouteAccess =>
  typeof access === "function" ? access() : access;

/** The rules of a call that the caller must pass; none where it has none. */
export function rulesOf(access: RouteAccess): readonly Access[] {
  if (typeof access === "string") return [];
  return isList(access) ? access : [access];
}

const isList = (
  access: Access | readonly Access[],
): access is readonly Access[] => Array.isArray(access);

const jsonType = "application/json; charset=utf-8";

const emptyQuery: JsonSchema = {
  type: "object",
  properties: {},
  additionalProperties: false,
};

/**
 * Declares one call of the API. Access is decided before anything is
 * validated; the reply is written by its schema, so what the schema does not
 * list never leaves the server. Throws ProblemsFound for a schema that is not
 * there.
 */
export function route<Types extends RouteTypes>(
  app: FastifyInstance,
  options: RouteDefinition & { handler: RouteHandler<Types> },
): void {
  const { handler, ...definition } = options;
  const { method, url, body, reply, params } = definition;
  const { query = () => emptyQuery } = definition;
  const { schemas } = app;
  for (const source of [params, query, body, reply])
    if (typeof source === "string") schemaPart(schemas, source);
  app.declaredRoutes.push(definition);
  app.route<{
    Params: Types["Params"];
    Querystring: Types["Query"];
    Body: Types["Body"];
  }>({
    method,
    url,
    config: { definition },
    // Fastify only asks whether there is a schema; which one it is, the
    // compilers look up at each call, since an edited schema acts at once.
    schema: {
      querystring: {},
      ...(params ? { params: {} } : {}),
      ...(body ? { body: {} } : {}),
      response: { "2xx": {}, "4xx": {}, "5xx": {} },
    },
    validatorCompiler: ({ httpPart }) => {
      const sources = { body, params, querystring: query };
      const part = httpPart as keyof typeof sources;
      const source = sources[part] ?? query;
      return (value: unknown) => {
        const errors = validatorFor(schemas, source)(value);
        return errors.length === 0 || { error: [...errors] };
      };
    },
    serializerCompiler: ({ httpStatus }) => {
      const source = httpStatus === "2xx" ? reply : "error-reply";
      return (value: unknown) => serializerFor(schemas, source)(value);
    },
    // Declarations may be edited while a call is answered: it is written by
    // the schema of those that it was begun with.
    handler: async (request, answer) => {
      const serialize = serializerFor(schemas, reply);
      const value = await runWork(request, () => handler(request, answer));
      // A reply that a handler has sent itself resolves to nothing.
      if (value === undefined) return;
      return answer.type(jsonType).send(serialize(value));
    },
  });
}

const validatorFor = (schemas: SchemaRegistry, source: SchemaSource) =>
  typeof source === "string"
    ? schemas.validator(source)
    : schemas.validatorOf(source());

const serializerFor = (schemas: SchemaRegistry, source: SchemaSource) =>
  typeof source === "string"
    ? schemas.serializer(source)
    : schemas.serializerOf(source());
