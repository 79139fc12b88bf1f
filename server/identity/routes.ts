import type { FastifyInstance } from "fastify";
import { saleDays } from "../../domain/japanTime";
import { languages } from "../../domain/limits";
import { readIfMatch, sessionOf } from "../platform/http/request";
import { bodyCall, queryCall, route } from "../platform/http/route";
import type { Host } from "../workspace/area";
import type { Context } from "../workspace/context";
import {
  accessTokenOf,
  clearTokens,
  deviceTokenOf,
  refreshTokenOf,
  setTokens,
  ssoTokenOf,
} from "./cookies";
import { listCountries } from "./countries";
import { readPreferences, savePreference } from "./preferences";
import { updateProfile, updateSetting } from "./profile";
import { securityNotes } from "./securityLog";
import type { Sessions } from "./sessions";
import { signIn } from "./signIn";
import { signOut } from "./signOut";
import { visitorOf } from "./admitUser";
import { registerOwnSecurity } from "./factors/ownRoutes";
import { registerFactorSignIn } from "./factors/routes";
import { createEncryption } from "../platform/signing";
import { registerSso } from "./sso/routes";
import { updateSession } from "./updateSession";
import { sendVerificationAgain } from "./accounts/linkRequests";
import { registerAccounts } from "./accounts/routes";
import { registerSetPassword, registerUsers } from "./users/routes";

/** Registers the routes of sessions, profile, preferences and site. */
export function registerIdentity(app: FastifyInstance, context: Host): void {
  const { sessions } = context.ports;
  const encryption = createEncryption(context.config);
  registerSession(app, context, sessions);
  registerFactorSignIn(app, context, encryption);
  registerOwnSecurity(app, context, { encryption, sessions });
  registerSso(app, context);
  registerUser(app, context);
  registerPreferences(app, context);
  registerSetPassword(app, context, sessions);
  registerAccounts(app, context);
  registerUsers(app, context, context.ports);
  registerSite(app, context);
}

function registerSession(
  app: FastifyInstance,
  context: Context,
  sessions: Sessions,
): void {
  const { config } = context;
  route(app, {
    method: "POST",
    url: "/auth",
    access: "public",
    ...bodyCall("sign-in"),
    summary: "Log in by e-mail and password",
    handler: async (request, reply) => {
      const { body, ip: address } = request;
      const note = securityNotes(context, request);
      const tokens = await signIn(context, {
        ...body,
        ...visitorOf(request),
        deviceToken: deviceTokenOf(request),
        ssoToken: ssoTokenOf(request, config),
        note,
        onUnverified: () =>
          sendVerificationAgain(context, { ...body, address, note }),
      });
      setTokens({ request, reply, config }, tokens);
      if ("methods" in tokens)
        return { success: true, secondFactor: tokens.methods };
      return {
        success: true,
        "access-token": tokens.accessToken,
        "refresh-token": tokens.refreshToken,
      };
    },
  });
  route(app, {
    method: "GET",
    url: "/auth/update",
    access: "public",
    changesState: true,
    ...queryCall("update-session"),
    summary: "Rotate the session's tokens",
    handler: async (request, reply) => {
      const token = refreshTokenOf(request);
      const tokens = await updateSession(context, {
        ...visitorOf(request),
        token,
        sessions,
        note: securityNotes(context, request),
      });
      setTokens({ request, reply, config }, tokens);
      const { accessToken, refreshToken } = tokens;
      // Pages of the portal have the cookie; a script in them must not get the token.
      const isOwnPage = request.headers["sec-fetch-site"] === "same-origin";
      return {
        success: true,
        "access-token": accessToken,
        ...(refreshToken && !isOwnPage && { "refresh-token": refreshToken }),
      };
    },
  });
  route(app, {
    method: "POST",
    url: "/auth/logout",
    access: "public",
    reply: "logout#/definitions/reply",
    summary: "End the session",
    handler: async (request, reply) => {
      await signOut(context, {
        accessToken: accessTokenOf(request),
        refreshToken: refreshTokenOf(request),
        sessions,
        note: securityNotes(context, request),
      });
      clearTokens({ request, reply, config });
      return { success: true };
    },
  });
}

function registerUser(app: FastifyInstance, context: Host): void {
  const { profileOf } = context.ports;
  route(app, {
    method: "GET",
    url: "/user/view-profile",
    access: "signedIn",
    isForEnrolment: true,
    ...queryCall("view-profile"),
    summary: "Own profile, balance and permissions",
    handler: (request) => profileOf(sessionOf(request)),
  });
  route(app, {
    method: "PUT",
    url: "/user/update-profile",
    access: "signedIn",
    ...bodyCall("update-profile"),
    summary: "Change own personal data and company",
    handler: async (request) => {
      await updateProfile(context, {
        body: request.body,
        version: readIfMatchIfAny(request.headers["if-match"]),
        session: sessionOf(request),
      });
      return { success: true };
    },
  });
  route(app, {
    method: "PUT",
    url: "/user/update-setting",
    access: "signedIn",
    ...bodyCall("update-setting"),
    summary:
      "Change own settings: language, mails, port and currency of prices",
    handler: async (request) => {
      const session = sessionOf(request);
      await updateSetting(context, { body: request.body, session });
      return { success: true };
    },
  });
}

/** A program that sends no version overwrites what it has not seen. */
const readIfMatchIfAny = (header: string | undefined): number | null =>
  header === undefined ? null : readIfMatch(header);

function registerPreferences(app: FastifyInstance, context: Context): void {
  route(app, {
    method: "GET",
    url: "/user/preferences",
    access: "signedIn",
    reply: "preferences#/definitions/reply",
    summary: "Preferences of the signed-in user",
    handler: async (request) => ({
      success: true,
      preferences: await readPreferences(context, sessionOf(request)),
    }),
  });
  route(app, {
    method: "PUT",
    url: "/user/preferences",
    access: "signedIn",
    body: "preferences#/definitions/body",
    reply: "preferences#/definitions/saved",
    summary: "Save one preference of the signed-in user",
    handler: async (request) => {
      const session = sessionOf(request);
      await savePreference(context, { body: request.body, session });
      return { success: true };
    },
  });
}

function registerSite(
  app: FastifyInstance,
  { clock, messages, ports }: Host,
): void {
  route(app, {
    method: "GET",
    url: "/site/menu-counters",
    access: "signedIn",
    ...queryCall("menu-counters"),
    summary: "Counters of the menu",
    handler: async (request) => ({
      success: true,
      ...(await ports.countersOf(sessionOf(request).viewer)),
    }),
  });
  route(app, {
    method: "GET",
    url: "/site/week-days",
    access: "public",
    ...queryCall("week-days"),
    summary: "Sale days offered by the listings, in Japan's calendar",
    handler: () => ({
      success: true,
      dayList: saleDays(clock.now()).map(({ isPast, isToday, ...day }) => ({
        ...day,
        past: isPast,
        today: isToday,
      })),
    }),
  });
  route(app, {
    method: "GET",
    url: "/site/get-country-list",
    access: "public",
    ...queryCall("get-country-list"),
    summary: "Countries, by their names in the reader's language",
    handler: (request) => listCountries(request.language),
  });
  route(app, {
    method: "GET",
    url: "/site/get-language",
    access: "public",
    ...queryCall("get-language"),
    summary: "Languages of the portal",
    handler: () =>
      (["en", "ru"] as const).map((language) => ({
        value: languages[language],
        label: messages.translate(language, `languages.${language}`),
      })),
  });
}
