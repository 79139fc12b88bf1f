import {
  Suspense,
  useCallback,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { Outlet, useLocation } from "react-router";
import { useT } from "../providers/i18n/useT";
import { useIsPhone, useMedia, withDrawer } from "../ui/useMedia";
import { isTypedInto } from "../ui/isTypedInto";
import { topDialog } from "../ui/openDialogs";
import { PartBoundary } from "../ui/PartBoundary";
import { Skeleton } from "../ui/Skeleton";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { preloadable } from "../ui/preloadable";
import { whenIdle } from "../ui/whenIdle";
import {
  MenuContextProvider,
  MenuPagesProvider,
  PaletteContextProvider,
  type MenuEntry,
} from "./menuEntries";
import { PageFailure } from "./PageFailure";
import { PhoneBar } from "./Menu";
import { MenuDrawer, Sidebar } from "./Sidebar";
import { Toasts } from "./Toasts";
import { useNavigationFocus } from "./useNavigationFocus";
import styles from "./MainLayout.module.css";

const contentId = "content";

const [Banners, preloadBanners] = preloadable(
  () => import("./Banners"),
  null,
  null,
);

/** The layout of the signed-in app: menu, banners, page and toasts. */
export function MainLayout({
  pages,
  Palette,
  tray,
}: {
  pages: readonly MenuEntry[];
  /** The command palette, or the keys of every page. */
  Palette: ComponentType<{ isHelp: boolean; onClose: () => void }>;
  /** Below the page, at the end of the screen. */
  tray?: ReactNode;
}) {
  const t = useT();
  const { pathname } = useLocation();
  // A hidden sidebar costs a phone a tenth of the page.
  const hasDrawer = useMedia(withDrawer);
  const isPhone = useIsPhone();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [hasBanners, setHasBanners] = useState(false);
  useEffect(
    () =>
      whenIdle(async () => {
        await preloadBanners();
        setHasBanners(true);
      }),
    [],
  );
  const [overlay, setOverlay] = useState<"palette" | "help">();
  const openPalette = useCallback(() => {
    setMenuOpen(false);
    setOverlay("palette");
  }, []);
  useGlobalKeys(setOverlay);
  useNavigationFocus(contentId);
  const closeMenu = useCallback(() => {
    setMenuOpen(false);
  }, []);
  const openMenu = useCallback(() => {
    setMenuOpen(true);
  }, []);
  return (
    <MenuContextProvider value={openMenu}>
      <MenuPagesProvider value={pages}>
        <PaletteContextProvider value={openPalette}>
          <a className={styles.skip} href={`#${contentId}`}>
            {t("shell.skip")}
          </a>
          <div className={styles.layout}>
            {!hasDrawer && <Sidebar />}
            <main id={contentId} tabIndex={-1} className={styles.main}>
              {hasBanners && <Banners />}
              <PartBoundary key={pathname} Failure={PageFailure}>
                <Suspense fallback={<Waiting />}>
                  <Outlet />
                </Suspense>
              </PartBoundary>
              {tray}
            </main>
          </div>
          {isPhone && <PhoneBar />}
          <MenuDrawer isOpen={isMenuOpen} onClose={closeMenu} />
          {overlay && (
            <Suspense fallback={null}>
              <Palette
                isHelp={overlay === "help"}
                onClose={() => {
                  setOverlay(undefined);
                }}
              />
            </Suspense>
          )}
          <Toasts />
        </PaletteContextProvider>
      </MenuPagesProvider>
    </MenuContextProvider>
  );
}

/** Stands for a page whose program takes longer to load than a moment. */
function Waiting() {
  const t = useT();
  return (
    <div className={styles.waiting} aria-busy="true">
      <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
      <Skeleton height={44} />
      <Skeleton height={240} />
    </div>
  );
}

/**
 * Opens the command palette by Ctrl+K or Command+K, and the help by `?` on pages that do not
 * show their own; neither under another dialog.
 */
function useGlobalKeys(open: (overlay: "palette" | "help") => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, code, key, target } = event;
      if (event.defaultPrevented || altKey || topDialog()) return;
      const isPlain = !ctrlKey && !metaKey;
      if (code === "KeyK" && ctrlKey !== metaKey && !shiftKey) open("palette");
      else if (key === "?" && isPlain && !isTypedInto(target as Element | null))
        open("help");
      else return;
      event.preventDefault();
    };
    // The keys of a page listen on the document, and so come first.
    addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", onKeyDown);
    };
  }, [open]);
}
