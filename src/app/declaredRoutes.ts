const routes = import.meta.glob<string>("../../resources/*.json", {
  eager: true,
  import: "route",
});

const declared = ["/", ...Object.values(routes)];

/** Whether some viewer has a list, or a row of one, at this address. */
export const isDeclaredRoute = (pathname: string): boolean =>
  declared.some(
    (route) =>
      pathname === route || (route !== "/" && pathname.startsWith(`${route}/`)),
  );
