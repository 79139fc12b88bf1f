import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAllowed, type Access, type Viewer } from "../../../domain/access";
import type { SchemaTypes } from "../../../generated/schemas";
import { allowSlowBody } from "./bodies";
import { runWork } from "./work";
import { schemaPart } from "../schemas/schemaPart";
import type { Steps } from "../steps";
import type {
  JsonSchema,
  SchemaRegistry,
  Serialize,
} from "../schemas/registry";

/**
 * A ref into schemas/, or a function that derives the schema from the current
 * declarations. Called with a viewer, it leaves out everything that the viewer
 * may not see; the OpenAPI document of that viewer is made of it.
 */
export type SchemaSource = string | ((viewer?: Viewer) => JsonSchema);

/** An access rule that no declaration can express, with its text for OpenAPI. */
export type ComputedAccess = {
  allows: (viewer: Viewer) => boolean;
  description: string;
};

type RouteRule = Access | ComputedAccess;

/** Anyone, signed-in users, or users who pass every access rule. */
export type RouteAccess =
  | "public"
  | "signedIn"
  | RouteRule
  | readonly RouteRule[];

/** A function is evaluated for each request, since declarations may change. */
type AccessSource = RouteAccess | (() => RouteAccess);

type RouteTypes = {
  Params?: unknown;
  Query?: unknown;
  Body?: unknown;
  Reply: unknown;
};

/** The declaration of a route. The OpenAPI document is made of these. */
export type RouteDefinition = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path without `/api`. */
  url: string;
  access: AccessSource;
  /** The named parts of the path, such as `/workspace/changes/:id`. */
  params?: SchemaSource;
  query?: SchemaSource;
  body?: SchemaSource;
  reply: SchemaSource;
  /** The media types of a reply that is not JSON. */
  replyTypes?: readonly string[];
  /**
   * Names of fields in error replies that differ from those in the body. With them a body that
   * breaks its schema gets 422 instead of 400.
   */
  fieldNames?: Readonly<Record<string, string>>;
  summary: string;
  /** A GET that changes something: rejected from other sites like a POST. */
  changesState?: boolean;
  /** Statuses of errors that other GETs do not answer. */
  failures?: readonly ("422" | "502")[];
  /** Honours an Idempotency-Key, or needs one. */
  isIdempotent?: boolean | "required";
  /** Needs the header If-Match with the version that an edit was based on. */
  isVersioned?: boolean;
  /** Answers 201 instead of 200. */
  isCreating?: boolean;
  /** Answered even while the server sheds load. */
  isExempt?: boolean;
  /** The body is a file, which may take minutes to arrive. */
  isUpload?: boolean;
  /** The largest JSON body, if it may be larger than others and take minutes to arrive. */
  mostBodyBytes?: number;
  /** Needs a user who has proved it within the last ten minutes, otherwise 403. */
  stepUp?: boolean;
  /** Answered also to a user who must first set up a second factor. */
  isForEnrolment?: boolean;
  /** May take longer than five seconds: streams, exports and uploads. */
  isLong?: boolean;
  /** For a route with open parameters: the routes that it serves now. */
  concrete?: () => readonly RouteDefinition[];
};

type SchemaRef = keyof SchemaTypes;
type TypeOf<Ref> = Ref extends SchemaRef ? SchemaTypes[Ref] : unknown;

/** A route with the types of the schemas in schemas/ that it names. */
type TypedRoute<Params, Query, Body, Reply> = RouteDefinition & {
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  handler: RouteHandler<{
    Params: TypeOf<Params>;
    Query: TypeOf<Query>;
    Body: TypeOf<Body>;
    Reply: TypeOf<Reply>;
  }>;
};

/** The body and reply of a call, which `schemas/calls/<name>.json` defines. */
export const bodyCall = <Name extends string>(name: Name) =>
  ({
    body: `${name}#/definitions/body`,
    reply: `${name}#/definitions/reply`,
  }) as const;

/** The query and reply of a call, which `schemas/calls/<name>.json` defines. */
export const queryCall = <Name extends string>(name: Name) =>
  ({
    query: `${name}#/definitions/query`,
    reply: `${name}#/definitions/reply`,
  }) as const;

/** A reply that is written already; it follows the reply schema of its route. */
export class JsonText {
  constructor(readonly text: string) {}

  parse(): object {
    return JSON.parse(this.text) as object;
  }
}

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
    /** Every route of the API, for access checks and OpenAPI. */
    declaredRoutes: RouteDefinition[];
    schemas: SchemaRegistry;
  }
  interface FastifyContextConfig {
    definition?: RouteDefinition;
  }
}

/** Returns the routes, with the routes that open ones serve in their place. */
export const concreteRoutes = (
  routes: readonly RouteDefinition[],
): RouteDefinition[] =>
  routes.flatMap((definition) => definition.concrete?.() ?? [definition]);

/** Returns who may call the route now. */
export const accessOf = ({
  access,
}: Pick<RouteDefinition, "access">): RouteAccess =>
  typeof access === "function" ? access() : access;

/** Returns the access rules that a caller must pass; may be empty. */
export function rulesOf(access: RouteAccess): readonly RouteRule[] {
  if (typeof access === "string") return [];
  return isList(access) ? access : [access];
}

const isList = (
  access: RouteRule | readonly RouteRule[],
): access is readonly RouteRule[] => Array.isArray(access);

/** Returns whether a signed-in viewer passes all access rules. */
export const passesRules = (access: RouteAccess, viewer: Viewer): boolean =>
  rulesOf(access).every((rule) =>
    "allows" in rule ? rule.allows(viewer) : isAllowed(rule, viewer),
  );

const jsonType = "application/json; charset=utf-8";

/**
 * Sends bytes as they are, in the type that the handler has set, and other values as
 * JSON, written by `serialize` unless it is a JsonText.
 */
const sendValue = (
  reply: FastifyReply,
  value: unknown,
  serialize: Serialize,
): FastifyReply =>
  value instanceof Uint8Array
    ? reply.send(value)
    : sendJson(reply, value, serialize);

/** Sends a value as JSON, written by `serialize` unless it is a JsonText. */
export const sendJson = (
  reply: FastifyReply,
  value: unknown,
  serialize: Serialize,
): FastifyReply =>
  reply
    .type(jsonType)
    .send(value instanceof JsonText ? value.text : serialize(value));

/**
 * Returns how replies are written by the declarations that act now. It is compiled at
 * the first use, because pages of lists are written without it.
 */
export function serializerOf(
  { serializer }: Pick<SchemaRegistry, "serializer">,
  reply: SchemaSource,
): Serialize {
  const source = currentOf(reply);
  return (value) => serializer(source)(value);
}

/** Compiles the schemas of routes that do not follow from declarations, in steps. */
export function* compileRoutes(
  routes: readonly RouteDefinition[],
  { validator, serializer }: Pick<SchemaRegistry, "validator" | "serializer">,
): Steps<void> {
  for (const { params, query, body, reply, concrete } of routes) {
    for (const source of [params, query, body]) {
      yield;
      // Only the routes behind an open one follow from declarations.
      if (typeof source === "string") validator(source);
      else if (source && concrete) validator(source());
    }
    yield;
    if (typeof reply === "string") serializer(reply);
  }
  serializer("error-reply");
  validator(emptyQuery);
}

const emptyQuery: JsonSchema = {
  type: "object",
  properties: {},
  additionalProperties: false,
};

/**
 * Registers one route of the API. Access is checked before validation. The handler
 * has the types of the schemas that the route names. A route whose schemas follow from
 * declarations names its types itself. The reply is serialized by its schema, so
 * properties that the schema does not list never leave the server. A handler returns JSON or bytes. It sends a reply
 * itself only if the route is long: after the deadline, the reply is an error that
 * has been sent already. Throws ProblemsFound for an unknown schema ref.
 *
 * @example
 * route(api, {
 *   method: "GET",
 *   url: "/health",
 *   access: "public",
 *   reply: "definitions#/definitions/success",
 *   summary: "Whether the process runs",
 *   handler: () => ({ success: true }),
 * });
 */
export function route<
  Reply extends SchemaRef,
  Params extends SchemaRef | undefined = undefined,
  Query extends SchemaRef | undefined = undefined,
  Body extends SchemaRef | undefined = undefined,
>(app: FastifyInstance, options: TypedRoute<Params, Query, Body, Reply>): void;
export function route<Types extends RouteTypes>(
  app: FastifyInstance,
  options: RouteDefinition & { handler: RouteHandler<Types> },
): void;
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
    ...(definition.mostBodyBytes !== undefined && {
      bodyLimit: definition.mostBodyBytes,
      preParsing: (request, _reply, payload, done) => {
        allowSlowBody(request.raw);
        done(null, payload);
      },
    }),
    // Fastify needs to know that there is a schema. The compilers look it up
    // for each request, because an edited schema takes effect at once.
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
        const errors = schemas.validator(currentOf(source))(value);
        return errors.length === 0 || { error: [...errors] };
      };
    },
    serializerCompiler: ({ httpStatus }) => {
      const source = httpStatus === "2xx" ? reply : "error-reply";
      return (value: unknown) => schemas.serializer(currentOf(source))(value);
    },
    // Declarations may change while the handler runs. The reply is serialized
    // by the schema that was current when the request began.
    handler: async (request, answer) => {
      const serialize = serializerOf(schemas, reply);
      const value = await runWork(request, () => handler(request, answer));
      // The handler has sent the reply itself.
      if (value === undefined) return;
      return sendValue(answer, value, serialize);
    },
  });
}

/** Returns the ref, or the schema that follows from the current declarations. */
const currentOf = (source: SchemaSource): string | JsonSchema =>
  typeof source === "string" ? source : source();
