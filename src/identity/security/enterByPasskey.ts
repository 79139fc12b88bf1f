import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { request } from "../../providers/http";
import { enterSession } from "../../providers/session";

/** Signs in by the answer of a passkey. Throws a `CallError` if refused. */
export async function enterByPasskey(
  passkey: AuthenticationResponseJSON,
): Promise<void> {
  await request("/auth/passkey", {
    method: "POST",
    body: { passkey },
    isAuth: true,
  });
  await enterSession();
}
