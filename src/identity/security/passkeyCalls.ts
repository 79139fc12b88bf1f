import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import type { PasskeyOptionsReply } from "../../../generated/schemas";
import { request } from "../../providers/http";

const optionsFrom = async (path: string, isAuth: boolean): Promise<unknown> =>
  (await request<PasskeyOptionsReply>(path, { method: "POST", isAuth }))
    .options;

/**
 * Returns the answer of a passkey to a challenge of the server. With `isAutofill` the
 * browser offers passkeys among its suggestions for the e-mail, and the promise stays open.
 */
export async function askPasskey(
  path: "/auth/passkey-options" | "/user/step-up/passkey-options",
  { isAutofill = false } = {},
): Promise<AuthenticationResponseJSON> {
  const options = await optionsFrom(path, path.startsWith("/auth"));
  return startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: isAutofill,
  });
}

/** Makes a passkey and returns what the server needs to add it. */
export async function makePasskey(): Promise<RegistrationResponseJSON> {
  const options = await optionsFrom("/user/passkey-options", false);
  return startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  });
}

/** Ends the suggestions that `askPasskey` has begun. */
export const stopPasskey = (): void => {
  WebAuthnAbortService.cancelCeremony();
};

/** Whether the person, or a later question, ended the question for a passkey. */
export const isPasskeyEnded = (error: unknown): boolean =>
  error instanceof WebAuthnError ||
  (error instanceof Error &&
    ["NotAllowedError", "AbortError", "SecurityError"].includes(error.name));
