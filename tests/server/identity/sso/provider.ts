import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A person whom the provider of the tests knows. */
export type Person = {
  sub: string;
  email?: string;
  /** Some providers send texts. */
  email_verified?: boolean | string;
  name?: string;
  groups?: string[] | string;
};

export const client = { id: "portal", secret: "secret-of-the-portal" };

export type TestProvider = {
  issuer: string;
  /** The person who logs in next. */
  person: Person;
  /** Follows the pages of the provider and returns the query for the portal. */
  visit(address: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts an OpenID Connect provider on loopback, which logs `person` in without questions. */
export async function startProvider(
  redirectUri: string,
): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const scope = "openid email profile groups";
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
      },
    ],
    scopes: scope.split(" "),
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["only for tests"] },
    ttl: {
      AccessToken: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => people.get(accountId) ?? { sub: accountId },
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  const respond = provider.callback();
  const running: TestProvider = {
    issuer,
    person: { sub: "nobody" },
    visit: async (address) => {
      const cookies = new Map<string, string>();
      let next = new URL(address);
      // The portal of the tests is not at its address.
      while (next.origin === issuer) {
        const reply = await fetch(next, {
          redirect: "manual",
          headers: {
            cookie: [...cookies]
              .map(([name, value]) => `${name}=${value}`)
              .join("; "),
          },
        });
        for (const line of reply.headers.getSetCookie()) {
          const [name = "", value = ""] = line.split(/[=;]/);
          cookies.set(name, value);
        }
        const location = reply.headers.get("location");
        if (!location)
          throw new Error(
            `The provider answered ${reply.status} at ${next.pathname}.`,
          );
        next = new URL(location, issuer);
      }
      return next.search;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) {
      void respond(request, response);
      return;
    }
    const { person } = running;
    people.set(person.sub, person);
    void provider.interactionFinished(request, response, {
      login: { accountId: person.sub },
    });
  });
  return running;
}
