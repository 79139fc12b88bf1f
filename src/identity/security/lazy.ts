import { preloadable } from "../../ui/preloadable";

/** The question whether a login connects a person of single sign-on. */
export const [ConnectNotice] = preloadable(
  () => import("../sso/ConnectNotice"),
  null,
  null,
);

/** The rest of a login, besides the password: second factor and passkey. */
export const [MoreLogin, preloadMoreLogin] = preloadable(
  () => import("./MoreLogin"),
  undefined,
  null,
);
