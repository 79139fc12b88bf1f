import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** After this time the heading gets the focus instead of a link that has not appeared. */
const longestWaitMs = 10_000;

/** The addresses of the links by which pages were left, by the key of their history entry. */
const leftBy = new Map<string, string>();

/**
 * Scrolls to the top of a page that was opened and moves the focus to its heading, which
 * screen readers then read. Back moves the focus to the link by which the page was left; the
 * browser scrolls there. `contentId` is the id of the element around the page.
 */
export function useNavigationFocus(contentId: string): void {
  const { pathname, key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const isFirst = useRef(true);

  useEffect(() => {
    const note = (event: Event) => {
      const link =
        event.target instanceof Element
          ? event.target.closest("a[href]")
          : null;
      const href = link?.getAttribute("href");
      // A key or another press later is what leaves the page, as an entry of the palette.
      if (href && event.type === "click") leftBy.set(key, href);
      else leftBy.delete(key);
    };
    document.addEventListener("click", note, true);
    document.addEventListener("keydown", note, true);
    return () => {
      document.removeEventListener("click", note, true);
      document.removeEventListener("keydown", note, true);
    };
  }, [key]);

  const latest = useRef({ isBack, key });
  useEffect(() => {
    latest.current = { isBack, key };
  });
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const { isBack: hasReturned, key: entry } = latest.current;
    if (!hasReturned) window.scrollTo(0, 0);
    return focusSoon(contentId, hasReturned ? leftBy.get(entry) : undefined);
  }, [pathname, contentId]);
}

/**
 * Focuses the link with this address, else the heading, as soon as the page has it, unless
 * the person moves the focus first. Returns a function that ends the wait.
 */
function focusSoon(contentId: string, href: string | undefined): () => void {
  const content = document.getElementById(contentId);
  if (!content) return () => undefined;
  const before = document.activeElement;
  const link = href && `a[href="${CSS.escape(href)}"]`;
  const tryFocus = (wanted = link || "h1"): boolean => {
    const active = document.activeElement;
    const isMoved = active !== before && active !== document.body;
    if (isMoved) return true;
    const target = content.querySelector<HTMLElement>(wanted);
    if (!target) return false;
    if (target.tagName === "H1") target.tabIndex = -1;
    target.focus({ preventScroll: true });
    return true;
  };
  if (tryFocus()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (tryFocus()) end();
  });
  const timer = setTimeout(() => {
    tryFocus("h1");
    end();
  }, longestWaitMs);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(content, { childList: true, subtree: true });
  return end;
}
