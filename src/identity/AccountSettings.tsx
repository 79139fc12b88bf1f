import { useNotify } from "ra-core";
import { useEffect, useRef, useState } from "react";
import type { Profile } from "../../generated/schemas";
import type { Language } from "../../domain/limits";
import { changeLanguage, currentLanguage } from "../providers/i18n/language";
import { errorText } from "../providers/errorText";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { reloadProfile } from "../providers/session";
import { Box } from "../ui/Box";
import { Segmented } from "../ui/Segmented";
import alertStyles from "./AlertSettings.module.css";

/** A change of the switch is saved after this time without another one. */
const saveDelayMs = 400;

/** The language, and whether news about bids arrive by mail as well. */
export function AccountSettings({ detail }: { detail: Profile }) {
  const t = useT();
  const mails = useSavedSwitch(detail.bidEmailNotify);
  const language = useLanguageChoice();
  return (
    <Box title={t("profile.settings")}>
      <div className={alertStyles.form}>
        <label className={alertStyles.option}>
          <input
            type="checkbox"
            checked={mails.isOn}
            onChange={({ target }) => {
              mails.change(target.checked);
            }}
          />
          {t("profile.notify")}
        </label>
        <div className={alertStyles.option}>
          <span>{t("profile.language")}</span>
          <Segmented
            label={t("profile.language")}
            segments={[
              { value: "en", content: t("languages.en") },
              { value: "ru", content: t("languages.ru") },
            ]}
            value={language.chosen}
            onChange={language.choose}
          />
        </div>
      </div>
    </Box>
  );
}

/** Saves a new language at once; the page reloads in it. */
function useLanguageChoice() {
  const t = useT();
  const notify = useNotify();
  const [pending, setPending] = useState<Language | null>(null);
  const chosen = pending ?? currentLanguage();
  return {
    chosen,
    choose: (language: Language) => {
      if (language === chosen) return;
      setPending(language);
      changeLanguage(language).catch((error: unknown) => {
        setPending(null);
        notify(errorText(error, t), { type: "error" });
      });
    },
  };
}

/**
 * The state of the switch for mails about bids. It moves at once and is saved a moment
 * later, also when the page is left before; if the server refuses, it moves back.
 */
function useSavedSwitch(saved: boolean) {
  const t = useT();
  const notify = useNotify();
  const [pending, setPending] = useState<boolean | null>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWaiting = () => waiting.current !== undefined;
  const save = async (bidEmailNotify: boolean) => {
    waiting.current = undefined;
    try {
      await request("/user/update-setting", {
        method: "PUT",
        body: { bidEmailNotify },
        keepalive: true,
      });
      await reloadProfile().catch(() => undefined);
    } catch (error) {
      notify(errorText(error, t), { type: "error" });
    }
    // A later change waits for its own save.
    if (!isWaiting()) setPending(null);
  };
  const latest = useRef({ pending, save });
  useEffect(() => {
    latest.current = { pending, save };
  });
  useEffect(() => {
    const saveNow = () => {
      if (!waiting.current) return;
      clearTimeout(waiting.current);
      const { pending: value, save: send } = latest.current;
      if (value !== null) void send(value);
    };
    window.addEventListener("pagehide", saveNow);
    return () => {
      window.removeEventListener("pagehide", saveNow);
      saveNow();
    };
  }, []);
  return {
    isOn: pending ?? saved,
    change: (isOn: boolean) => {
      setPending(isOn);
      clearTimeout(waiting.current);
      waiting.current = setTimeout(() => void save(isOn), saveDelayMs);
    },
  };
}
