import type { FastifyInstance } from "fastify";
import { inTransaction } from "../../platform/database";
import { networkOf } from "../../platform/http/network";
import { bodyCall, route } from "../../platform/http/route";
import type { Encryption } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import { admitUser, knownDevice, visitorOf } from "../admitUser";
import {
  ceremonyTokenOf,
  clearCeremony,
  deviceTokenOf,
  setTokens,
} from "../cookies";
import { securityNotes } from "../securityLog";
import { countAttempt, type Throttle } from "../throttle";
import { passkeyOptions, provePasskey } from "./passkeys";
import { passkeySite } from "./passkeySite";
import { proveFactor } from "./proveFactor";

/** Attempts of a network, which a whole office may share. */
const networkThrottle = (
  action: "passkey-options" | "passkey",
  address: string,
): Throttle => ({
  key: `${action} ${networkOf(address)}`,
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
      await countAttempt(context, [
        networkThrottle("passkey-options", request.ip),
      ]);
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
      await countAttempt(
        context,
        [networkThrottle("passkey", request.ip)],
        () => note({ event: "factor-throttled" }),
      );
      const { userId, account } = await provePasskey(context, {
        response: request.body.passkey,
        userId: null,
        site: passkeySite(config, request),
      });
      const device = await knownDevice(
        context,
        account,
        deviceTokenOf(request),
      );
      const visit = {
        ...visitorOf(request),
        userId,
        device,
        usesDemoPassword: false,
      };
      const tokens = await inTransaction(context.database, (trx) =>
        admitUser(trx, context, visit),
      );
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
