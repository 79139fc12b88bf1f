import { useEffect, useRef, useState } from "react";
import {
  loadConfiguration,
  type Configuration,
} from "../providers/configuration";
import { useT } from "../providers/i18n/useT";
import { Notice } from "../ui/Notice";

type Settings = NonNullable<Configuration["humanCheck"]>;

/** The functions that reCAPTCHA, hCaptcha and Turnstile have in common. */
type Provider = {
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      callback: (answer: string) => void;
      "expired-callback": () => void;
      "error-callback": () => void;
    },
  ) => unknown;
  /** Runs a function once the provider can draw. */
  ready?: (run: () => void) => void;
};

declare global {
  interface Window {
    turnstile?: Provider;
    hcaptcha?: Provider;
    grecaptcha?: Provider;
  }
}

const loading = new Map<string, Promise<Provider>>();

/** Loads the script of the provider, once for a page. */
function loadProvider(script: string): Promise<Provider> {
  const known = loading.get(script);
  if (known) return known;
  const provider = new Promise<Provider>((resolve, reject) => {
    const element = document.createElement("script");
    element.src = script;
    element.async = true;
    const fail = () => {
      loading.delete(script);
      element.remove();
      reject(new Error("The check against robots could not be loaded."));
    };
    element.addEventListener("error", fail);
    element.addEventListener("load", () => {
      const found = window.turnstile ?? window.hcaptcha ?? window.grecaptcha;
      if (!found) fail();
      else if (found.ready)
        found.ready(() => {
          resolve(found);
        });
      else resolve(found);
    });
    document.head.append(element);
  });
  loading.set(script, provider);
  return provider;
}

/** Returns the settings of the check; undefined while they load and without a check. */
export function useHumanCheck(): Settings | undefined {
  const [settings, setSettings] = useState<Settings>();
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ humanCheck }) => {
      if (isShown) setSettings(humanCheck);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return settings;
}

type HumanCheckProps = {
  settings: Settings;
  /** Gets the answer to send; null once it has expired. */
  onAnswer: (answer: string | null) => void;
};

/**
 * The check against robots. An answer counts once: give the component another `key` after
 * each form that was sent.
 */
export function HumanCheck({
  settings: { script, siteKey },
  onAnswer,
}: HumanCheckProps) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const answered = useRef(onAnswer);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    answered.current = onAnswer;
  }, [onAnswer]);
  useEffect(() => {
    let isShown = true;
    const fail = () => {
      if (isShown) setFailed(true);
    };
    loadProvider(script).then((provider) => {
      if (!isShown || !place.current) return;
      const element = document.createElement("div");
      place.current.replaceChildren(element);
      const forget = () => {
        if (isShown) answered.current(null);
      };
      provider.render(element, {
        sitekey: siteKey,
        callback: (answer) => {
          if (isShown) answered.current(answer);
        },
        "expired-callback": forget,
        "error-callback": forget,
      });
    }, fail);
    return () => {
      isShown = false;
    };
  }, [script, siteKey]);
  if (hasFailed)
    return (
      <Notice tone="error" role="alert">
        {t("auth.humanCheck.failed")}
      </Notice>
    );
  return (
    <div ref={place} role="group" aria-label={t("auth.humanCheck.label")} />
  );
}
