import type { FastifyInstance } from "fastify";
import { languageOf } from "../../../domain/limits";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, queryCall, route } from "../../platform/http/route";
import type { Host } from "../../workspace/area";
import { assertFactorProved } from "../factors/stepUp";
import { securityNotes } from "../securityLog";
import { changePassword } from "./changePassword";
import { assertHuman } from "./humanCheck";
import { requestLink } from "./linkRequests";
import { signUp } from "./signUp";
import { verifyEmail } from "./verifyEmail";

/** The fields of a sign-up by their names in error replies, which the specification sets. */
const signUpFieldNames = {
  fullName: "first_name",
  mobile: "telephone",
  confirmPassword: "confirm_password",
};

/** Registers the calls by which people open accounts, and get into them again. */
export function registerAccounts(app: FastifyInstance, context: Host): void {
  registerSignUp(app, context);
  registerLinks(app, context);
  route(app, {
    method: "POST",
    url: "/user/change-password",
    access: "signedIn",
    ...bodyCall("change-password"),
    summary: "Change the own password, which ends the other sessions",
    handler: async (request) => {
      const session = sessionOf(request);
      await assertFactorProved(context, session);
      await changePassword(context, {
        body: request.body,
        session,
        sessions: context.ports.sessions,
        note: securityNotes(context, request),
      });
      return { success: true };
    },
  });
}

function registerSignUp(app: FastifyInstance, context: Host): void {
  const { accounts } = context.ports;
  route(app, {
    method: "POST",
    url: "/auth/signup",
    access: "public",
    ...bodyCall("sign-up"),
    summary: "Open an account, which a link in a mail confirms",
    fieldNames: signUpFieldNames,
    handler: async (request) => {
      const { body, ip } = request;
      request.language = languageOf(body.language) ?? request.language;
      const note = securityNotes(context, request);
      await signUp({ ...context, accounts }, { body, address: ip, note });
      return { success: true };
    },
  });
  route(app, {
    method: "POST",
    url: "/auth/verify-email",
    access: "public",
    ...queryCall("verify-email"),
    summary: "Confirm an e-mail by the link of a mail",
    handler: async (request) => {
      const { token } = request.query;
      const note = securityNotes(context, request);
      await verifyEmail(context, { token, address: request.ip, note });
      return { success: true };
    },
  });
}

function registerLinks(app: FastifyInstance, context: Host): void {
  const { messages } = context;
  route(app, {
    method: "POST",
    url: "/auth/verification-mail",
    access: "public",
    ...bodyCall("verification-mail"),
    summary: "Send the link to confirm an e-mail again",
    handler: async (request) => {
      await requestLink(context, {
        email: request.body.email,
        kind: "verify-email",
        address: request.ip,
        note: securityNotes(context, request),
      });
      return { success: true };
    },
  });
  route(app, {
    method: "GET",
    url: "/auth/reset-password",
    access: "public",
    changesState: true,
    failures: ["422"],
    ...queryCall("forgot-password"),
    summary: "Send a link to set a new password",
    handler: async (request) => {
      const { query, ip: address, language } = request;
      await requestLink(context, {
        email: query.email,
        kind: "reset-password",
        address,
        assertAllowed: () =>
          assertHuman(context, { answer: query.captcha, address }),
        note: securityNotes(context, request),
      });
      return {
        success: true,
        message: messages.translate(language, "auth.forgot.sent"),
      };
    },
  });
}
