import type { FastifyInstance } from "fastify";
import type { Access } from "../../../domain/access";
import {
  readIfMatch,
  sessionOf,
  versionTag,
} from "../../platform/http/request";
import { bodyCall, queryCall, route } from "../../platform/http/route";
import { readIdempotencyKey } from "../../platform/idempotency";
import type { Context } from "../../workspace/context";
import { securityNotes } from "../securityLog";
import { disconnectUser } from "../sso/ownIdentity";
import type { Sessions } from "../sessions";
import { listCountryCodes } from "../countries";
import { checkPasswordToken, setPassword } from "../setPassword";
import { listPeople, searchClients } from "./searchClients";
import type { UserAccounts } from "./userAccounts";
import { saveClient } from "./saveClient";
import { addUser, changeUser, sendPasswordLink } from "./saveUser";
import { assignableRoles } from "./userRules";

const administrators: Access = { roles: ["admin"] };

/** Registers the calls by which administrators change users. */
export function registerUsers(
  app: FastifyInstance,
  host: Context,
  { sessions, accounts }: { sessions: Sessions; accounts: UserAccounts },
): void {
  const context = { ...host, accounts };
  route(app, {
    method: "POST",
    url: "/users",
    access: administrators,
    ...bodyCall("save-user"),
    summary: "Create a user, who gets a mail with a link to set a password",
    isIdempotent: true,
    isCreating: true,
    handler: async (request, reply) => {
      const saved = await addUser(context, {
        session: sessionOf(request),
        body: request.body,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      });
      reply.code(201).header("etag", versionTag(saved.version));
      return saved;
    },
  });
  route(app, {
    method: "PUT",
    url: "/users/:id",
    access: administrators,
    params: "save-user#/definitions/params",
    ...bodyCall("save-user"),
    summary: "Change the data of a user that the body contains",
    isVersioned: true,
    handler: async (request, reply) => {
      const saved = await changeUser(context, {
        session: sessionOf(request),
        id: request.params.id,
        version: readIfMatch(request.headers["if-match"]),
        body: request.body,
        sessions,
        note: securityNotes(context, request),
      });
      reply.header("etag", versionTag(saved.version));
      return saved;
    },
  });
  route(app, {
    method: "GET",
    url: "/user/search",
    access: { roles: ["manager", "admin"] },
    ...queryCall("user-search"),
    summary: "Find clients by name, company, e-mail or id",
    handler: async (request) => ({
      success: true,
      ...(await searchClients(context.database, request.query.user)),
    }),
  });
  route(app, {
    method: "PUT",
    url: "/clients/:id",
    access: { roles: ["manager", "admin"] },
    params: "save-client#/definitions/params",
    ...bodyCall("save-client"),
    summary:
      "Change the managers' note about a client and the client's number at the auction houses",
    isVersioned: true,
    handler: async (request, reply) => {
      const saved = await saveClient(context, {
        viewer: sessionOf(request).viewer,
        id: request.params.id,
        version: readIfMatch(request.headers["if-match"]),
        body: request.body,
      });
      reply.header("etag", versionTag(saved.version));
      return saved;
    },
  });
  for (const [group, roles] of Object.entries(assignableRoles))
    route(app, {
      method: "GET",
      url: `/users/${group}`,
      access: administrators,
      reply: "people#/definitions/reply",
      summary: `The ${group} whom a user can be assigned to`,
      handler: async () => ({
        success: true,
        options: await listPeople(context.database, { roles, by: "email" }),
      }),
    });
  route(app, {
    method: "GET",
    url: "/users/clients",
    access: { userTypes: ["manager"] },
    reply: "people#/definitions/reply",
    summary: "The clients and dealers",
    handler: async () => ({
      success: true,
      options: await listPeople(context.database, {
        roles: ["client", "dealer"],
        by: "id",
      }),
    }),
  });
  route(app, {
    method: "GET",
    url: "/users/countries",
    access: "signedIn",
    reply: "people#/definitions/reply",
    summary: "The countries of users",
    handler: (request) => ({
      success: true,
      options: listCountryCodes(request.language),
    }),
  });
  route(app, {
    method: "POST",
    url: "/users/:id/password-link",
    access: administrators,
    params: "save-user#/definitions/params",
    reply: "definitions#/definitions/success",
    summary: "Send a user a new link to set a password",
    handler: async (request) => {
      const { id } = request.params;
      const note = securityNotes(context, request);
      await sendPasswordLink(context, { id, note });
      return { success: true };
    },
  });
  route(app, {
    method: "DELETE",
    url: "/users/:id/sso",
    access: administrators,
    stepUp: true,
    params: "save-user#/definitions/params",
    reply: "definitions#/definitions/success",
    summary:
      "Disconnect a user from the provider, who has lost the account there",
    handler: async (request) => {
      const userId = request.params.id;
      const note = securityNotes(context, request);
      await disconnectUser(context, { userId, note });
      return { success: true as const };
    },
  });
}

/** Registers the public calls behind the link to set a password. */
export function registerSetPassword(
  app: FastifyInstance,
  context: Context,
  sessions: Sessions,
): void {
  const common = {
    access: "public",
    ...queryCall("reset-password"),
  } as const;
  route(app, {
    ...common,
    method: "GET",
    url: "/auth/reset-password-token-verify",
    summary: "Whether a link to set a password can still be used",
    handler: async (request) => {
      await checkPasswordToken(context, request.query.token);
      return { success: true };
    },
  });
  route(app, {
    ...common,
    method: "POST",
    url: "/auth/reset-password-verify",
    body: "reset-password#/definitions/body",
    summary: "Set a password by the link of a mail",
    handler: async (request) => {
      const { token } = request.query;
      const { body, ip } = request;
      await setPassword(context, {
        token,
        body,
        address: ip,
        sessions,
        note: securityNotes(context, request),
      });
      return { success: true };
    },
  });
}
