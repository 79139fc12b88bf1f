import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SsoEndBody } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import type { Host } from "../../workspace/area";
import type { Context } from "../../workspace/context";
import { visitorOf } from "../admitUser";
import {
  clearCeremony,
  deviceTokenOf,
  setTokens,
  ssoTokenOf,
} from "../cookies";
import { passkeySite } from "../factors/passkeySite";
import { securityNotes } from "../securityLog";
import { countAttempt, networkThrottles } from "../throttle";
import { connectOwn, disconnectOwn, proveOwn } from "./ownIdentity";
import { openProvider, type SsoProvider } from "./provider";
import {
  readWaitingPerson,
  storeSsoRequest,
  useSsoRequest,
  type SsoPurpose,
} from "./requests";
import { signInBySso } from "./signInBySso";

/** Attempts of a network, which a whole office may share, in 15 minutes. */
const mostAttempts = 600;

/** Returns what the login page needs to offer single sign-on; nothing without it. */
export const ssoOfPages = ({ config }: Pick<Context, "config">) =>
  config.ssoIssuer === "" ? {} : { sso: { name: config.ssoName } };

/** Registers the calls of single sign-on. Without a provider they are not found. */
export function registerSso(app: FastifyInstance, context: Host): void {
  const opened = openProvider(context);
  const provider = (): SsoProvider => {
    if (!opened) throw failure("not_found");
    return opened;
  };
  const redirectUriOf = (request: FastifyRequest) =>
    `${passkeySite(context.config, request).origin}/sso`;

  /** Registers a call that sends the browser to the provider. */
  const registerBegin = (
    url: "/auth/sso" | "/user/sso" | "/auth/sso-proof",
    summary: string,
    purpose: SsoPurpose,
  ) => {
    route(app, {
      method: "POST",
      url,
      ...(purpose === "sign-in"
        ? { access: "public" }
        : { access: "signedIn", isForEnrolment: true }),
      stepUp: purpose === "connect",
      failures: ["502"],
      reply: "sso#/definitions/begun",
      summary,
      handler: async (request, reply) => {
        const sso = provider();
        await countRequest(context, request);
        const secret = await storeSsoRequest(context, {
          purpose,
          sessionId:
            purpose === "sign-in" ? null : sessionOf(request).sessionId,
        });
        const address = await sso.addressOf({
          secret,
          redirectUri: redirectUriOf(request),
          isProof: purpose === "prove",
        });
        const exchange = { request, reply, config: context.config };
        setTokens(exchange, { ssoToken: secret });
        return { success: true as const, address };
      },
    });
  };
  registerBegin(
    "/auth/sso",
    "Address of the provider of single sign-on, to log in",
    "sign-in",
  );
  registerBegin(
    "/user/sso",
    "Address of the provider, to connect the own account",
    "connect",
  );
  registerBegin(
    "/auth/sso-proof",
    "Address of the provider, to prove the user of the session again",
    "prove",
  );
  route(app, {
    method: "POST",
    url: "/auth/sso-end",
    access: "public",
    failures: ["502"],
    ...bodyCall("sso-end"),
    summary: "End a request to the provider with the query that it has sent",
    handler: async (request, reply) => {
      await countRequest(context, request);
      const ended = await endRequest(context, {
        provider: provider(),
        request,
        body: request.body,
        redirectUri: redirectUriOf(request),
      });
      const exchange = { request, reply, config: context.config };
      if (ended.outcome === "connected" || ended.outcome === "proved") {
        clearCeremony(exchange);
        return { success: true as const, outcome: ended.outcome };
      }
      const { tokens } = ended;
      if (ended.outcome === "signed-in") clearCeremony(exchange);
      setTokens(exchange, tokens);
      return { success: true as const, outcome: ended.outcome };
    },
  });
  route(app, {
    method: "GET",
    url: "/auth/sso-waiting",
    access: "public",
    reply: "sso#/definitions/waiting",
    summary: "The person whom a login in this browser can connect",
    handler: async (request) => ({
      success: true as const,
      person: await readWaitingPerson(
        context,
        ssoTokenOf(request, context.config),
      ),
    }),
  });
  route(app, {
    method: "DELETE",
    url: "/user/sso",
    access: "signedIn",
    stepUp: true,
    reply: "definitions#/definitions/success",
    summary: "Disconnect the own account from the provider",
    handler: async (request) => {
      await disconnectOwn(context, {
        session: sessionOf(request),
        note: securityNotes(context, request),
      });
      return { success: true as const };
    },
  });
}

const countRequest = (context: Context, request: FastifyRequest) => {
  const limit = { most: mostAttempts, windowSeconds: 15 * 60 };
  return countAttempt(
    context,
    networkThrottles("single sign-on", request.ip, limit),
  );
};

/** Does what the browser was sent to the provider for. */
async function endRequest(
  context: Host,
  {
    provider,
    request,
    body: { query },
    redirectUri,
  }: {
    provider: SsoProvider;
    request: FastifyRequest;
    body: SsoEndBody;
    redirectUri: string;
  },
) {
  const secret = ssoTokenOf(request, context.config);
  const begun = await useSsoRequest(context, secret);
  if (!secret || !begun) throw failure("sign_in_expired");
  const { purpose, sessionId } = begun;
  const person = await provider.personOf({
    ...{ secret, redirectUri, query },
    isProof: purpose === "prove",
  });
  const note = securityNotes(context, request);
  if (purpose === "sign-in") {
    const { accounts, sessions } = context.ports;
    const tokens = await signInBySso(
      { ...context, accounts, sessions },
      person,
      { ...visitorOf(request), deviceToken: deviceTokenOf(request), note },
    );
    return "accessToken" in tokens
      ? ({ outcome: "signed-in", tokens } as const)
      : ({ outcome: "unknown", tokens } as const);
  }
  const session = await context.ports.authenticate(request);
  if (!session || session.sessionId !== sessionId)
    throw failure("session_expired");
  if (purpose === "prove") {
    await proveOwn(context, { session, person, note });
    return { outcome: "proved" } as const;
  }
  await connectOwn(context, { session, person, note });
  return { outcome: "connected" } as const;
}
