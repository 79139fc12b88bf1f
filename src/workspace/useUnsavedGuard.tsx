import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  guardHistory,
  guardLeaving,
  passGuards,
} from "../providers/historyGuard";
import { useT } from "../providers/i18n/useT";
import { isReloadingItself } from "../providers/reloadPage";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/** The navigation that the guard stopped. */
type Leaving = { go: () => void };

/** The router numbers the entries of the browser's history. */
const indexOf = (state: unknown): number =>
  (state as { idx?: number } | null)?.idx ?? 0;

/**
 * Asks before unsaved changes are lost: on a link, on a command that leaves the page, on the
 * browser's back and forward buttons, and when the tab is closed. Returns the question to show, or
 * null, and a function that asks before another way out. The router's own
 * blocker needs its data router, which is heavier.
 */
export function useUnsavedGuard(isDirty: boolean): {
  question: { leave: () => void; stay: () => void } | null;
  before: (go: () => void) => void;
} {
  const navigate = useNavigate();
  const location = useLocation();
  const [leaving, setLeaving] = useState<Leaving | null>(null);

  useEffect(() => {
    if (!isDirty) return;
    const place = indexOf(history.state);
    let isReturning = false;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isReloadingItself()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      // Another guard of the page asks already.
      if (event.defaultPrevented) return;
      const link =
        event.target instanceof Element
          ? event.target.closest("a[href]")
          : null;
      if (!(link instanceof HTMLAnchorElement) || isElsewhere(link, event))
        return;
      event.preventDefault();
      event.stopPropagation();
      const { pathname, search, hash } = link;
      setLeaving({ go: () => void navigate(pathname + search + hash) });
    };
    const onHistory = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      if (isReturning) {
        isReturning = false;
        return;
      }
      const steps = indexOf(event.state) - place;
      if (steps === 0) return;
      isReturning = true;
      history.go(-steps);
      setLeaving({
        go: () => {
          passGuards(steps);
        },
      });
    };
    addEventListener("beforeunload", onUnload);
    const unguard = guardHistory(onHistory);
    const endQuestion = guardLeaving((go) => {
      setLeaving({ go });
    });
    document.addEventListener("click", onClick, true);
    return () => {
      removeEventListener("beforeunload", onUnload);
      unguard();
      endQuestion();
      document.removeEventListener("click", onClick, true);
    };
    // Each navigation changes the place in the history.
  }, [isDirty, navigate, location]);

  return {
    before: (go) => {
      if (isDirty) setLeaving({ go });
      else go();
    },
    question: leaving && {
      leave: () => {
        setLeaving(null);
        leaving.go();
      },
      stay: () => {
        setLeaving(null);
      },
    },
  };
}

/** Whether a click on a link leaves this page as it is. */
const isElsewhere = (link: HTMLAnchorElement, event: MouseEvent): boolean =>
  event.button !== 0 ||
  event.ctrlKey ||
  event.metaKey ||
  event.shiftKey ||
  event.altKey ||
  link.target === "_blank" ||
  link.hasAttribute("download") ||
  link.origin !== location.origin ||
  link.getAttribute("href")?.startsWith("#") === true;

type Texts = { title: string; text: string; leave: string };

/** Asks before typed values are lost, as `useUnsavedGuard` demands. */
export function UnsavedQuestion({
  question,
  texts,
}: {
  question: { leave: () => void; stay: () => void };
  /** Replaces the texts of a form that is not saved. */
  texts?: Texts;
}) {
  const t = useT();
  const { title, text, leave } = texts ?? {
    title: t("form.unsaved.title"),
    text: t("form.unsaved.text"),
    leave: t("form.unsaved.leave"),
  };
  return (
    <Dialog
      title={title}
      asksToLeave
      onClose={question.stay}
      actions={
        <>
          <Button kind="danger" onClick={question.leave}>
            {leave}
          </Button>
          <Button kind="primary" onClick={question.stay}>
            {t("form.unsaved.stay")}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
