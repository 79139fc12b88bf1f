import { useT } from "../providers/i18n/useT";
import { Notice } from "../ui/Notice";
import { AuthLayout } from "./AuthLayout";
import styles from "./LinkResult.module.css";

type LinkResultProps = {
  title: string;
  text: string;
  isFailure?: boolean;
  /** Where to go on, by default to the login. */
  next?: { path: string; label: string };
};

/** The last screen of a page for visitors, with a link to the next one. */
export function LinkResult({
  title,
  text,
  isFailure = false,
  next,
}: LinkResultProps) {
  const t = useT();
  return (
    <AuthLayout title={title}>
      <Notice tone={isFailure ? "error" : "success"} role="status">
        {text}
      </Notice>
      <a href={next?.path ?? withSearch("/auth/login")} className={styles.link}>
        {next?.label ?? t("auth.link.login")}
      </a>
    </AuthLayout>
  );
}

/** Returns the path of another page for visitors, which leads back after the login too. */
export const withSearch = (path: string): string => {
  const redirect = new URLSearchParams(location.search).get("redirect");
  return redirect === null
    ? path
    : `${path}?redirect=${encodeURIComponent(redirect)}`;
};

/**
 * Returns the token of a link in a mail, null without one, and removes it from
 * the address at once, so that it is neither shown nor sent on as a referrer. It
 * stays in the history entry, so that a reload of the page keeps it.
 */
export function takeLinkToken(): string | null {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  const token = query.get("token");
  if (token === null) {
    const state: unknown = history.state;
    return isTokenState(state) ? state.linkToken : null;
  }
  query.delete("token");
  const rest = query.size > 0 ? `?${query.toString()}` : "";
  history.replaceState({ linkToken: token }, "", `${pathname}${rest}`);
  return token;
}

const isTokenState = (state: unknown): state is { linkToken: string } =>
  typeof state === "object" &&
  state !== null &&
  "linkToken" in state &&
  typeof state.linkToken === "string";
