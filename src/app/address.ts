export const loginPath = "/auth/login";
const home = "/car-auction";

const isAuthPath = (pathname: string) => pathname.startsWith("/auth/");

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
  if (url.origin !== origin || isAuthPath(url.pathname)) return home;
  return url.pathname + url.search;
}

/** Returns the address of the login page that leads back to `place`. */
export function loginAddress({ pathname, search }: Place): string {
  if (pathname === "/" && search === "") return loginPath;
  return `${loginPath}?redirect=${encodeURIComponent(pathname + search)}`;
}

/**
 * Returns the address to redirect to, or null to stay. Signed-in users are sent
 * away from the auth pages, and anonymous visitors to the login.
 */
export function addressFor(
  status: "authenticated" | "anonymous",
  place: Place,
): string | null {
  const isAuth = isAuthPath(place.pathname);
  if (status === "authenticated")
    return isAuth ? addressAfterLogin(place) : null;
  return isAuth ? null : loginAddress(place);
}
