export const loginPath = "/auth/login";
const home = "/car-auction";

const isAuthPath = (pathname: string) => pathname.startsWith("/auth/");

type Place = { pathname: string; search: string; origin: string };

/**
 * Where a login leads: the address that asked for it when it is one of this
 * site, else the car listing. Never to another origin, never back to a login.
 */
export function addressAfterLogin({ search, origin }: Place): string {
  const wanted = new URLSearchParams(search).get("redirect");
  if (!wanted?.startsWith("/")) return home;
  if (!URL.canParse(wanted, origin)) return home;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || isAuthPath(url.pathname)) return home;
  return url.pathname + url.search;
}

/** The login that leads back here. */
export function loginAddress({ pathname, search }: Place): string {
  if (pathname === "/" && search === "") return loginPath;
  return `${loginPath}?redirect=${encodeURIComponent(pathname + search)}`;
}

/**
 * Where the visitor belongs instead of here; null when here is right. Signed
 * in, that is outside the auth pages; anonymous, inside.
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
