import type { IsRecentlyProved, Session } from "../platform/http/request";
import type { ViewProfileReply } from "../../generated/schemas";
import type { FastifyRequest } from "fastify";
import type { AreaModule } from "../workspace/area";
import { humanCheckOfPages } from "./accounts/humanCheck";
import { accountMails } from "./accounts/linkMails";
import { linkRequestJob } from "./accounts/linkRequests";
import { unconfirmedJob } from "./accounts/unconfirmed";
import type { OfferedChoices } from "./choices";
import { accessTokenOf } from "./cookies";
import { factorMails } from "./factors/factorMails";
import { isRecentlyProved } from "./factors/stepUp";
import { migrations } from "./migrations";
import { readPageSize } from "./preferences";
import { viewProfile, type BalanceOf } from "./profile";
import { registerIdentity } from "./routes";
import { securitySource } from "./securityLog";
import { createSessions, type Sessions } from "./sessions";
import { ssoOfPages } from "./sso/routes";
import type { UserAccounts } from "./users/userAccounts";

// Users and their rights
export { ensureUser, hasUsers, type NewUser } from "./createUser";
export {
  findAdministrators,
  findAllowed,
  findClientRights,
  findRecipient,
  findViewer,
  lockUser,
} from "./findViewer";
export { rolePermissions } from "./permissions";
export { stopMailsOf } from "./profile";
export { removeLostFactors } from "./factors/removeLostFactors";
export { rankOf, storedRank } from "./ranks";
export { AdministratorRefused, saveAdministrator } from "./saveAdministrator";
export { clientLists, userLists } from "./users/readUser";
export { liftRestriction, noteRights, readRights } from "./users/rightsChanges";
export type { AccountLimits, UserAccounts } from "./users/userAccounts";
export { createClientSource, createUserSource } from "./users/userSource";

// Access
export {
  findLinkToken,
  hashOf,
  issueLinkToken,
  newSecret,
  unsubscribeLinks,
} from "./tokens";
export { demoPassword, isPassword } from "./passwords";
export { securityNotes, type NoteSecurity } from "./securityLog";
export { endAllAccess, type Sessions } from "./sessions";
export { countAttempt, forgiveAttempt } from "./throttle";

export { mailSweep, type MailedUser } from "./mailSweep";

declare module "../workspace/area" {
  interface Ports {
    /** Returns a client's money and limits; a higher area provides it. */
    balanceOf: BalanceOf;
    offeredChoices: OfferedChoices;
    /** The accounts of users; a higher area provides them. */
    accounts: UserAccounts;
    sessions: Sessions;
    /** Returns the session of a request; null without a valid access token. */
    authenticate: (request: FastifyRequest) => Promise<Session | null>;
    /** Returns whether the user of a session has proved it within the last ten minutes. */
    isRecentlyProved: IsRecentlyProved;
    profileOf: (session: Session) => Promise<ViewProfileReply>;
    /** Returns the stored page size of a list, as the browser sent it. */
    pageSizeOf: (session: Session, list: string) => Promise<unknown>;
  }
}

/** Users, their rights, sessions and preferences, and the security log. */
export const identity: AreaModule = {
  name: "identity",
  migrations,
  calls: [
    "/auth",
    "/auth/*",
    "/site/*",
    "/user/*",
    "/users/:id/password-link",
    "/users/:id/sso",
    "/users/clients",
    "/users/countries",
    "/users/dealers",
    "/users/managers",
  ],
  sources: [securitySource],
  asks: ["balanceOf", "accounts", "offeredChoices"],
  retention: ({ keepSecurityDays }) => [
    // Rows that have expired stay for a day, because clocks of servers may differ.
    { table: "access_tokens", since: "expires_at", days: 1 },
    // A refresh token is checked for reuse as long as its session can be refreshed.
    { table: "sessions", since: "expires_at", days: 1 },
    { table: "known_devices", since: "expires_at", days: 1 },
    { table: "link_requests", since: "requested_at", days: 1 },
    { table: "link_tokens", since: "expires_at", days: 1 },
    { table: "sign_in_ceremonies", since: "expires_at", days: 1 },
    { table: "passkey_challenges", since: "expires_at", days: 1 },
    { table: "sso_requests", since: "expires_at", days: 1 },
    { table: "throttles", since: "window_ends_at", days: 1 },
    { table: "security_events", since: "at", days: keepSecurityDays },
  ],
  open: (host) => {
    const sessions = createSessions(host);
    const { ports } = host;
    return {
      ports: {
        sessions,
        isRecentlyProved: (session) => isRecentlyProved(host, session),
        authenticate: (request) => sessions.find(accessTokenOf(request)),
        profileOf: (session) =>
          viewProfile(host, { session, balanceOf: ports.balanceOf }),
        pageSizeOf: (session, list) => readPageSize(host, session, list),
      },
      mails: [...accountMails(host), ...factorMails(host)],
      jobs: [linkRequestJob(host), unconfirmedJob(host)],
      pageConfiguration: async () => ({
        newPasswordLength: host.config.newPasswordLength,
        ...humanCheckOfPages(host),
        ...ssoOfPages(host),
      }),
      routes: (api) => {
        registerIdentity(api, host);
      },
    };
  },
};
