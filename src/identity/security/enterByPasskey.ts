import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { request } from "../../providers/http";
import { connection } from "../sso/connecting";
import { enterSession } from "../../providers/session";

/** Signs in by the answer of a passkey. Throws a `CallError` if refused. */
export async function enterByPasskey(
  passkey: AuthenticationResponseJSON,
): Promise<void> {
  await request("/auth/passkey", {
    method: "POST",
    body: { passkey, ...connection() },
    isAuth: true,
  });
  await enterSession();
}
