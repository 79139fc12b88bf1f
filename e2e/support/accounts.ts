import type { Page } from "@playwright/test";
import { freePort } from "../../tests/support/freePort";
import {
  readMessage,
  startMailServer,
  type MailServer,
} from "../../tests/support/mailServer";
import { expect, type Look } from "./fixtures";
import { startServer, type RunningServer } from "./server";

export type Portal = {
  server: RunningServer;
  mails: MailServer;
  /** Returns the link in the newest mail to an address with this subject. */
  linkTo(email: string, subject: RegExp): Promise<string>;
  stop(): Promise<void>;
};

/** Starts a server that sends mails to an SMTP server on loopback. */
export async function startPortal(
  environment: Readonly<Record<string, string>> = {},
): Promise<Portal> {
  const { E2E_PREPARED: prepared = "" } = process.env;
  const mails = await startMailServer();
  const port = String(await freePort());
  const server = await startServer(prepared, {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAIL_URL: mails.url,
    MAIL_FROM: "Seriba <noreply@example.com>",
    DEMO: "on",
    ...environment,
  });
  return {
    server,
    mails,
    linkTo: async (email, subject) => {
      const newest = () =>
        mails.messages
          .map(readMessage)
          .findLast(
            ({ headers, html }) =>
              /^To:.*$/m.exec(headers)?.[0].includes(email) &&
              subject.test(/<title>(.*)<\/title>/.exec(html)?.[1] ?? ""),
          );
      await expect.poll(() => newest() !== undefined).toBe(true);
      return /https?:\/\/\S+/.exec(newest()?.text ?? "")?.[0] ?? "";
    },
    stop: async () => {
      await server.stop();
      await mails.close();
    },
  };
}

/** The words of the forms in a language. */
const words = {
  en: {
    fullName: "Full name",
    name: "Maria Costa",
    email: "E-mail",
    mobile: "Mobile phone",
    typed: "+81 90 1234 5678",
    country: "Country",
    countryName: "Portugal",
    city: "City",
    password: "Password",
    repeat: "Repeat the password",
    accept: "I accept the terms of use",
    submit: "Sign up",
  },
  ru: {
    fullName: "Фамилия, имя и отчество",
    name: "Иванов Иван Иванович",
    email: "Эл. почта",
    mobile: "Мобильный телефон",
    typed: "79161234567",
    country: "Страна",
    countryName: "Португалия",
    city: "Город",
    password: "Пароль",
    repeat: "Повторите пароль",
    accept: "Я принимаю условия использования",
    submit: "Зарегистрироваться",
  },
} as const;

/** Fills in the form of a new account. */
export async function fillSignUp(
  page: Page,
  language: Look["language"],
  { email, password }: { email: string; password: string },
): Promise<void> {
  const text = words[language];
  await page.getByLabel(text.fullName).fill(text.name);
  await page.getByLabel(text.email).fill(email);
  await page.getByLabel(text.mobile).fill("");
  await page.getByLabel(text.mobile).pressSequentially(text.typed);
  const country = page.getByRole("combobox", { name: text.country });
  await country.fill("");
  await country.fill(text.countryName);
  await page.getByRole("option", { name: text.countryName }).click();
  await page.getByLabel(text.city).fill("Porto");
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByLabel(text.repeat).fill(password);
  await page.getByLabel(text.accept).check();
}

export const submitSignUp = (page: Page, language: Look["language"]) =>
  page.getByRole("button", { name: words[language].submit }).click();
