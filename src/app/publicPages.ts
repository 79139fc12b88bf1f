import { informationPaths } from "../company/informationPaths";
import { preloadable, type Preloadable } from "../ui/preloadable";
import { matchPath } from "./matchPath";

export const loginPath = "/auth/login";
export const forgotPasswordPath = "/auth/forgot-password";

/** A page for visitors without a session. It draws its own layout. */
type PublicPage = {
  path: string;
  /**
   * Signed-in users are sent away from pages for anonymous visitors. They see a page for
   * all, `public`, as visitors do, and a page that is `shared` in their own layout.
   */
  guard: "anonymous" | "public" | "shared";
  page: Preloadable<object>;
};

const login: PublicPage = {
  path: loginPath,
  guard: "anonymous",
  page: preloadable(() => import("../identity/LoginPage")),
};

const shared = preloadable(() => import("./SharedPage"));

const visitorInformation = preloadable(() => import("../company/VisitorPage"));

/**
 * The pages that visitors may open. They are apart from the table of
 * `pages.ts`, because the login page loads neither that table nor the router.
 */
export const publicPages: readonly PublicPage[] = [
  login,
  {
    path: "/auth/sign-up",
    guard: "anonymous",
    page: preloadable(() => import("../identity/SignUpPage")),
  },
  {
    path: forgotPasswordPath,
    guard: "anonymous",
    page: preloadable(() => import("../identity/ForgotPasswordPage")),
  },
  {
    path: "/verify-email",
    guard: "public",
    page: preloadable(() => import("../identity/VerifyEmailPage")),
  },
  {
    path: "/auth/change-password",
    // A link to reset a password works in a browser in which somebody is signed in.
    guard: "public",
    page: preloadable(() => import("../identity/SetPasswordPage")),
  },
  {
    path: "/sso",
    guard: "public",
    page: preloadable(() => import("../identity/sso/SsoPage")),
  },
  {
    path: "/mails/stop",
    guard: "public",
    page: preloadable(() => import("../catalog/StopMailsPage")),
  },
  {
    path: "/receipts/verify",
    guard: "public",
    page: preloadable(() => import("../bidding/receipt/VerifyPage")),
  },
  ...informationPaths.map((path) => ({
    path,
    guard: "shared" as const,
    page: visitorInformation,
  })),
  {
    path: "/quote",
    guard: "public",
    page: shared,
  },
  {
    path: "/:list/share/:id",
    guard: "public",
    page: shared,
  },
];

/** Returns the public page at a path, if there is one. */
export const publicPageAt = (pathname: string): PublicPage | undefined =>
  matchPath(publicPages, pathname);

/** Returns the page that a visitor sees at a path, by default the login. */
export const visitorPageAt = (pathname: string): PublicPage =>
  publicPageAt(pathname) ?? login;

/** Returns the page at a path that everybody sees, signed in or not. */
export const pageForAllAt = (pathname: string): PublicPage | undefined => {
  const found = publicPageAt(pathname);
  return found?.guard === "public" ? found : undefined;
};
