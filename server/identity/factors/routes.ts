import type { FastifyInstance } from "fastify";
import { inTransaction } from "../../platform/database";
import { bodyCall, route } from "../../platform/http/route";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import { admitUser, countLogin, findDevice, visitorOf } from "../admitUser";
import {
  ceremonyTokenOf,
  clearCeremony,
  deviceTokenOf,
  setTokens,
  ssoTokenOf,
} from "../cookies";
import { lockUser } from "../findViewer";
import { securityNotes } from "../securityLog";
import { useWaitingPerson } from "../sso/requests";
import { countAttempt, networkThrottles } from "../throttle";
import { assertPasskeyKept } from "./challenges";
import { passkeyOptions, provePasskey } from "./passkeys";
import { passkeySite } from "./passkeySite";
import { proveFactor } from "./proveFactor";

/** Attempts of a network, which a whole office may share. */
const throttlesOf = (action: "passkey-options" | "passkey", address: string) =>
  networkThrottles(action, address, {
    most: action === "passkey" ? 100 : 600,
    windowSeconds: 15 * 60,
  });

/** Registers the calls that end a sign-in with a second factor or a passkey. */
export function registerFactorSignIn(
  app: FastifyInstance,
  context: Context,
  encryption: Encryption,
): void {
  const { config } = context;
  route(app, {
    method: "POST",
    url: "/auth/factor",
    access: "public",
    ...bodyCall("prove-factor"),
    summary: "End a sign-in with the code of the second factor",
    handler: async (request, reply) => {
      const tokens = await proveFactor(context, {
        ...visitorOf(request),
        ceremonyToken: ceremonyTokenOf(request),
        deviceToken: deviceTokenOf(request),
        ssoToken: ssoTokenOf(request, config),
        proof: request.body,
        encryption,
        note: securityNotes(context, request),
      });
      const exchange = { request, reply, config };
      setTokens(exchange, tokens);
      clearCeremony(exchange);
      return {
        success: true as const,
        "access-token": tokens.accessToken,
        "refresh-token": tokens.refreshToken,
      };
    },
  });
  route(app, {
    method: "POST",
    url: "/auth/passkey-options",
    access: "public",
    reply: "passkey-options#/definitions/reply",
    summary: "What a browser needs to log in by a passkey",
    handler: async (request) => {
      await countAttempt(context, throttlesOf("passkey-options", request.ip));
      const site = passkeySite(config, request);
      const options = await passkeyOptions(context, { userId: null, site });
      return { success: true as const, options };
    },
  });
  route(app, {
    method: "POST",
    url: "/auth/passkey",
    access: "public",
    ...bodyCall("sign-in-passkey"),
    summary: "Log in by a passkey, which is password and second factor in one",
    handler: async (request, reply) => {
      const note = securityNotes(context, request);
      await countAttempt(context, throttlesOf("passkey", request.ip), () =>
        note({ event: "factor-throttled" }),
      );
      const { passkey, connect } = request.body;
      const { userId, account, passkeyId } = await provePasskey(context, {
        response: passkey,
        userId: null,
        site: passkeySite(config, request),
        note,
      });
      const token = deviceTokenOf(request);
      const device = await findDevice(context, account, token);
      await countLogin(context, userId);
      const visit = {
        ...visitorOf(request),
        userId,
        device,
        usesDemoPassword: false,
        person: connect
          ? await useWaitingPerson(context, ssoTokenOf(request, config))
          : undefined,
        note,
      };
      const tokens = await inTransaction(context.database, async (trx) => {
        await lockUser(trx, userId);
        await assertPasskeyKept(trx, passkeyId);
        return admitUser(trx, context, visit);
      });
      await note({ event: "sign-in", userId, detail: "passkey" });
      const exchange = { request, reply, config };
      setTokens(exchange, tokens);
      clearCeremony(exchange);
      return {
        success: true as const,
        "access-token": tokens.accessToken,
        "refresh-token": tokens.refreshToken,
      };
    },
  });
}
