/** Whether some viewer has a list, or a row of one, at this address. */
export const isDeclaredRoute = (
  routes: readonly string[],
  pathname: string,
): boolean =>
  routes.some(
    (route) =>
      pathname === route || (route !== "/" && pathname.startsWith(`${route}/`)),
  );
