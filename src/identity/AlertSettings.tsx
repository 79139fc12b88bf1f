import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { UpdateSettingBody } from "../../generated/schemas";
import { request } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { reloadProfile } from "../providers/session";
import { Box } from "../ui/Box";
import { Button } from "../ui/Button";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Field } from "../ui/Field";
import { useFormDraft } from "../workspace/forms/useFormDraft";
import { UnsavedQuestion, useUnsavedGuard } from "../workspace/useUnsavedGuard";
import styles from "./AlertSettings.module.css";

type Alerts = NonNullable<UpdateSettingBody["alerts"]>;

const switches = ["mails", "dayBefore", "hourBefore", "results"] as const;

/** The hours that the form suggests, in the time zone of the browser. */
const suggestedHours = () => ({
  from: "22:00",
  to: "07:00",
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const isSame = (one: Alerts, other: Alerts): boolean =>
  switches.every((name) => one[name] === other[name]) &&
  (["from", "to", "timeZone"] as const).every(
    (part) => one.quiet?.[part] === other.quiet?.[part],
  );

/**
 * The user's settings of alerts: which ones, by mail or not, and the hours without mails.
 * Changes stay in the form when saving fails.
 */
export function AlertSettings({ saved }: { saved: Alerts }) {
  const t = useT();
  // Null shows the saved settings, which may change in another tab.
  const { restored, note } = useFormDraft("alert settings");
  const [draft, setDraft] = useState<Alerts | null>(
    // A draft of an earlier build may lack a setting.
    restored ? { ...saved, ...restored.changed } : null,
  );
  const alerts = draft ?? saved;
  const { quiet } = alerts;
  // A second click can come before the first has marked the button as busy.
  const isRunning = useRef(false);
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: async (sent: Alerts) => {
      await request("/user/update-setting", {
        method: "PUT",
        body: { alerts: sent },
      });
      return reloadProfile().then(
        () => true,
        () => false,
      );
    },
    onSuccess: (isRead, sent) => {
      if (isRead) setDraft((shown) => (shown === sent ? null : shown));
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  const isSaved = isSuccess && (draft === null || draft === variables);
  const isDirty = !isSaved && draft !== null && !isSame(draft, saved);
  const { question } = useUnsavedGuard(isDirty);
  useEffect(() => {
    note(isDirty ? { changed: draft, initial: saved } : null);
  });
  const change = (values: Partial<Alerts>) => {
    setDraft({ ...alerts, ...values });
  };
  return (
    <Box title={t("profile.alerts.title")}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isRunning.current) return;
          isRunning.current = true;
          mutate(alerts);
        }}
      >
        {switches.map((name) => (
          <label key={name} className={styles.option}>
            <input
              type="checkbox"
              checked={alerts[name]}
              onChange={({ target }) => {
                change({ [name]: target.checked });
              }}
            />
            {t(`profile.alerts.${name}`)}
          </label>
        ))}
        <label className={styles.option}>
          <input
            type="checkbox"
            checked={quiet !== null}
            onChange={({ target }) => {
              change({ quiet: target.checked ? suggestedHours() : null });
            }}
          />
          {t("profile.alerts.quiet")}
        </label>
        {quiet && (
          <div className={styles.hours}>
            {(["from", "to"] as const).map((end) => (
              <Field
                key={end}
                type="time"
                required
                label={t(`profile.alerts.${end}`)}
                hint={quiet.timeZone}
                value={quiet[end]}
                onChange={({ target }) => {
                  change({ quiet: { ...quiet, [end]: target.value } });
                }}
              />
            ))}
          </div>
        )}
        {error && <ErrorNotice error={error} />}
        <div className={styles.option}>
          <Button type="submit" isPending={isPending}>
            {t("profile.alerts.save")}
          </Button>
          <span role="status">{isSaved && t("profile.alerts.saved")}</span>
        </div>
      </form>
      {question && <UnsavedQuestion question={question} />}
    </Box>
  );
}
