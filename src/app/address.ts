import { forgotPasswordPath, loginPath, publicPageAt } from "./publicPages";

const home = "/car-auction";

/** Returns whether signed-in users are sent away from a path. */
export function isForVisitors(pathname: string): boolean {
  const guard = publicPageAt(pathname)?.guard;
  return guard === undefined
    ? pathname.startsWith("/auth/")
    : guard === "anonymous";
}

type Place = { pathname: string; search: string; origin: string };

/**
 * Returns the address to open after the login: the `redirect` parameter if it
 * is a page of this site other than the auth pages, else the car listing.
 */
export function addressAfterLogin({ search, origin }: Place): string {
  const redirect = new URLSearchParams(search).get("redirect");
  if (!redirect?.startsWith("/")) return home;
  if (!URL.canParse(redirect, origin)) return home;
  const url = new URL(redirect, origin);
  // As the address of a page, a path with two slashes would name another site.
  const isElsewhere = url.origin !== origin || url.pathname.startsWith("//");
  if (isElsewhere || isForVisitors(url.pathname)) return home;
  return url.pathname + url.search;
}

/** Returns the address of the login page that leads back to `place`. */
export function loginAddress({ pathname, search }: Place): string {
  if (pathname === "/" && search === "") return loginPath;
  return `${loginPath}?redirect=${encodeURIComponent(pathname + search)}`;
}

/**
 * Returns the address to redirect to, or null to stay. Signed-in users are sent
 * away from pages for visitors, and visitors to the login unless the page is public.
 */
export function addressFor(
  status: "authenticated" | "anonymous",
  place: Place,
): string | null {
  const { pathname } = place;
  if (status === "authenticated") {
    // Mails about a changed password lead there.
    if (pathname === forgotPasswordPath) return "/change-password";
    return isForVisitors(pathname) ? addressAfterLogin(place) : null;
  }
  if (publicPageAt(pathname)) return null;
  return isForVisitors(pathname) ? loginPath : loginAddress(place);
}
