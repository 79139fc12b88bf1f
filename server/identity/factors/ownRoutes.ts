import type { FastifyInstance } from "fastify";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import { securityNotes } from "../securityLog";
import type { Sessions } from "../sessions";
import { countAttempt } from "../throttle";
import { addTotp, removeFactor, renewRecoveryCodes } from "./changeFactors";
import { isFactorDemanded } from "./demandedFactor";
import { endOwnSessions, viewSecurity } from "./ownSessions";
import { addPasskey, newPasskeyOptions, passkeyOptions } from "./passkeys";
import { passkeySite } from "./passkeySite";
import { stepUp, stepUpMethods } from "./stepUp";
import { beginTotp } from "./totpFactor";

/** Calls of the signed-in user, also of one who must set up a factor first. */
const own = { access: "signedIn", isForEnrolment: true } as const;
/** Calls that change how the account is guarded. */
const guarded = { ...own, stepUp: true } as const;

/** Counts a call that stores a challenge or sends a mail. Throws too_many_requests. */
const countOwnCall = (
  context: Pick<Context, "database" | "clock">,
  userId: string,
) =>
  countAttempt(context, [
    { key: `own security ${userId}`, most: 60, windowSeconds: 15 * 60 },
  ]);

type Parts = { encryption: Encryption; sessions: Sessions };

/** Registers the calls by which users see and change the security of their accounts. */
export function registerOwnSecurity(
  app: FastifyInstance,
  context: Context,
  parts: Parts,
): void {
  registerSessions(app, context, parts);
  registerStepUp(app, context, parts);
  registerTotp(app, context, parts);
  registerPasskeys(app, context, parts);
}

function registerSessions(
  app: FastifyInstance,
  context: Context,
  { sessions }: Parts,
): void {
  route(app, {
    ...own,
    method: "GET",
    url: "/user/security",
    query: "own-security#/definitions/query",
    reply: "own-security#/definitions/reply",
    summary: "Own second factors, passkeys and open sessions",
    handler: async (request) => {
      const session = sessionOf(request);
      const isDemanded = isFactorDemanded(context.config, session.viewer);
      return {
        success: true as const,
        ...(await viewSecurity(context, { session, isDemanded })),
      };
    },
  });
  route(app, {
    ...own,
    method: "DELETE",
    url: "/user/sessions/:id",
    params: "own-security#/definitions/params",
    reply: "definitions#/definitions/success",
    summary: "End one of the own sessions",
    handler: async (request) => {
      await endOwnSessions(context, {
        session: sessionOf(request),
        id: request.params.id,
        sessions,
        note: securityNotes(context, request),
      });
      return { success: true as const };
    },
  });
  route(app, {
    ...own,
    method: "DELETE",
    url: "/user/sessions",
    reply: "definitions#/definitions/success",
    summary: "End all own sessions but this one",
    handler: async (request) => {
      await endOwnSessions(context, {
        session: sessionOf(request),
        sessions,
        note: securityNotes(context, request),
      });
      return { success: true as const };
    },
  });
}

function registerStepUp(
  app: FastifyInstance,
  context: Context,
  { encryption }: Parts,
): void {
  route(app, {
    ...own,
    method: "GET",
    url: "/user/step-up",
    reply: "step-up#/definitions/methods",
    summary: "How the user of the session can prove it again",
    handler: async (request) => ({
      success: true as const,
      methods: [...(await stepUpMethods(context, sessionOf(request)))],
    }),
  });
  route(app, {
    ...own,
    method: "POST",
    url: "/user/step-up/passkey-options",
    reply: "passkey-options#/definitions/reply",
    summary: "What a browser needs to prove the user by a passkey",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      await countOwnCall(context, userId);
      const site = passkeySite(context.config, request);
      const options = await passkeyOptions(context, { userId, site });
      return { success: true as const, options };
    },
  });
  route(app, {
    ...own,
    method: "POST",
    url: "/user/step-up",
    ...bodyCall("step-up"),
    summary: "Prove the user of the session again, for ten minutes",
    handler: async (request) => {
      await stepUp(context, {
        session: sessionOf(request),
        body: request.body,
        address: request.ip,
        site: passkeySite(context.config, request),
        encryption,
        note: securityNotes(context, request),
      });
      return { success: true as const };
    },
  });
}

function registerTotp(
  app: FastifyInstance,
  context: Context,
  { encryption, sessions }: Parts,
): void {
  route(app, {
    ...guarded,
    method: "POST",
    url: "/user/totp",
    reply: "authenticator-app#/definitions/begun",
    summary: "Begin to set up an authenticator app",
    handler: async (request) => ({
      success: true as const,
      ...(await beginTotp(context.database, {
        userId: sessionOf(request).viewer.userId,
        encryption,
        now: context.clock.now(),
      })),
    }),
  });
  route(app, {
    ...guarded,
    method: "PUT",
    url: "/user/totp",
    ...bodyCall("authenticator-app"),
    summary: "Activate the authenticator app by its first code",
    handler: async (request) => {
      const session = sessionOf(request);
      const issued = await addTotp(context, {
        session,
        encryption,
        code: request.body.code,
        note: securityNotes(context, request),
      });
      sessions.forget(session.sessionId);
      return { success: true as const, ...issued };
    },
  });
  route(app, {
    ...guarded,
    method: "DELETE",
    url: "/user/totp",
    reply: "definitions#/definitions/success",
    summary: "Remove the authenticator app",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await removeFactor(context, {
        userId: viewer.userId,
        isDemanded: isFactorDemanded(context.config, viewer),
        note: securityNotes(context, request),
      });
      return { success: true as const };
    },
  });
  route(app, {
    ...guarded,
    method: "POST",
    url: "/user/recovery-codes",
    reply: "recovery-codes#/definitions/reply",
    summary: "Replace the recovery codes by ten new ones",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      await countOwnCall(context, userId);
      const note = securityNotes(context, request);
      const issued = await renewRecoveryCodes(context, { userId, note });
      return { success: true as const, ...issued };
    },
  });
}

function registerPasskeys(
  app: FastifyInstance,
  context: Context,
  { sessions }: Parts,
): void {
  const { config } = context;
  route(app, {
    ...guarded,
    method: "POST",
    url: "/user/passkey-options",
    reply: "passkey-options#/definitions/reply",
    summary: "What a browser needs to make a passkey",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      await countOwnCall(context, userId);
      const site = passkeySite(config, request);
      const options = await newPasskeyOptions(context, { userId, site });
      return { success: true as const, options };
    },
  });
  route(app, {
    ...guarded,
    method: "POST",
    url: "/user/passkeys",
    ...bodyCall("passkey"),
    summary: "Add a passkey",
    handler: async (request) => {
      const session = sessionOf(request);
      const issued = await addPasskey(context, {
        session,
        site: passkeySite(config, request),
        body: request.body,
        note: securityNotes(context, request),
      });
      sessions.forget(session.sessionId);
      return { success: true as const, ...issued };
    },
  });
  route(app, {
    ...guarded,
    method: "DELETE",
    url: "/user/passkeys/:id",
    params: "passkey#/definitions/params",
    reply: "definitions#/definitions/success",
    summary: "Remove a passkey",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await removeFactor(context, {
        userId: viewer.userId,
        passkey: request.params.id,
        isDemanded: isFactorDemanded(config, viewer),
        note: securityNotes(context, request),
      });
      return { success: true as const };
    },
  });
}
