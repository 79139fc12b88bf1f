import { preloadable } from "../../ui/preloadable";

/** The rest of a login, besides the password: second factor and passkey. */
export const [MoreLogin, preloadMoreLogin] = preloadable(
  () => import("./MoreLogin"),
  undefined,
  null,
);
