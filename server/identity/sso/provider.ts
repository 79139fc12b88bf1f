import * as oidc from "openid-client";
import type { Config } from "../../platform/config";
import { Failure, failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { hashOf } from "../tokens";

/** Seconds for each call to the provider; a request is answered within five. */
const timeoutSeconds = 2;
const proofSeconds = 600;

/** A person as the provider names them. */
export type SsoPerson = {
  issuer: string;
  subject: string;
  /** The address, if the provider says that it is confirmed. */
  email: string | undefined;
  name: string | undefined;
  groups: readonly string[];
};

export type SsoProvider = {
  /**
   * Returns the address at which the provider asks the person to log in. With `isProof` it
   * asks again, even if it knows the person. Throws sso_unavailable.
   */
  addressOf(options: {
    /** The cookie of the request, which state, nonce and verifier are derived from. */
    secret: string;
    redirectUri: string;
    isProof: boolean;
  }): Promise<string>;
  /**
   * Returns the person for the query with which the provider has sent the browser back. With
   * `isProof` the person must have logged in within the last ten minutes. Throws sso_refused
   * for a query of another request, and sso_unavailable.
   */
  personOf(options: {
    secret: string;
    redirectUri: string;
    query: string;
    isProof: boolean;
  }): Promise<SsoPerson>;
};

/** Values that only the browser with the cookie can bring about. */
const derive = (secret: string, use: "state" | "nonce" | "verifier"): string =>
  hashOf(`single sign-on ${use} ${secret}`);

/**
 * Returns the provider of single sign-on of the settings, null without a provider. It reads
 * the provider's metadata at its first use, and again after a failure.
 */
export function openProvider({
  config,
  log,
}: Pick<Context, "config" | "log">): SsoProvider | null {
  if (config.ssoIssuer === "") return null;
  let metadata: Promise<oidc.Configuration> | null = null;
  const discover = async () => {
    metadata ??= discoverProvider(config);
    try {
      return await metadata;
    } catch (error) {
      metadata = null;
      throw error;
    }
  };
  const guard = async <Result>(work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      throw refusalOf(error, log);
    }
  };
  return {
    addressOf: ({ secret, redirectUri, isProof }) =>
      guard(async () => {
        const verifier = derive(secret, "verifier");
        const address = oidc.buildAuthorizationUrl(await discover(), {
          redirect_uri: redirectUri,
          scope: config.ssoScope,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          state: derive(secret, "state"),
          nonce: derive(secret, "nonce"),
          ...(isProof ? { prompt: "login", max_age: "0" } : {}),
        });
        return address.href;
      }),
    personOf: ({ secret, redirectUri, query, isProof }) =>
      guard(async () => {
        const address = new URL(redirectUri);
        address.search = query;
        const provider = await discover();
        const tokens = await oidc.authorizationCodeGrant(provider, address, {
          pkceCodeVerifier: derive(secret, "verifier"),
          expectedState: derive(secret, "state"),
          expectedNonce: derive(secret, "nonce"),
          idTokenExpected: true,
          ...(isProof ? { maxAge: proofSeconds } : {}),
        });
        const claims = tokens.claims();
        if (!claims) throw failure("sso_refused");
        // Some providers name address and groups only there.
        const more = provider.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : {};
        return personIn({ ...claims, ...more }, config);
      }),
  };
}

function discoverProvider(config: Config): Promise<oidc.Configuration> {
  const issuer = new URL(config.ssoIssuer);
  return oidc.discovery(
    issuer,
    config.ssoClientId,
    undefined,
    oidc.ClientSecretBasic(config.ssoClientSecret),
    {
      timeout: timeoutSeconds,
      // The settings accept http for addresses of this computer only.
      ...(issuer.protocol === "http:"
        ? { execute: [oidc.allowInsecureRequests] }
        : {}),
    },
  );
}

function personIn(
  claims: oidc.IDToken,
  { ssoGroupsClaim }: Pick<Config, "ssoGroupsClaim">,
): SsoPerson {
  const { iss: issuer, sub: subject, email, name } = claims;
  // Some providers send booleans as text.
  const verified: unknown = claims.email_verified;
  const isVerified = verified === true || verified === "true";
  const groups = [claims[ssoGroupsClaim]].flat();
  return {
    issuer,
    subject,
    email: typeof email === "string" && isVerified ? email : undefined,
    name: typeof name === "string" ? name : undefined,
    groups: groups.filter((group) => typeof group === "string"),
  };
}

/** Codes of the library for a query, or a token, that belongs to another request. */
const foreignCodes = [
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
];

function refusalOf(error: unknown, log: Context["log"]): Failure {
  if (error instanceof Failure) return error;
  const isRefused =
    error instanceof oidc.AuthorizationResponseError ||
    (error instanceof oidc.ResponseBodyError && error.status < 500) ||
    (error instanceof oidc.ClientError &&
      foreignCodes.includes(error.code ?? ""));
  if (isRefused) {
    log.info({ reason: error.message }, "a single sign-on was refused");
    return failure("sso_refused");
  }
  log.error({ err: error }, "the provider of single sign-on cannot be used");
  return failure("sso_unavailable");
}
