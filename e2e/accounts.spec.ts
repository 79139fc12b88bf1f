import type { Page } from "@playwright/test";
import {
  fillSignUp,
  startPortal,
  submitSignUp,
  type Portal,
} from "./support/accounts";
import {
  expect,
  expectAccessible,
  looks,
  openIn,
  test,
} from "./support/fixtures";

// One server of its own, which sends mails.
test.describe.configure({ mode: "default" });
// The browser logs each refused call.
test.use({ expectedComplaints: /status of 4(01|03|22|29)/ });

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(async () => {
  await portal.stop();
  expect(portal.server.complaints).toEqual([]);
});

const first = "amber lantern 42";
const second = "copper violin 9";
const third = "silver kettle 3";

const texts = {
  en: {
    logIn: "Log in",
    signUp: "No account yet? Sign up",
    forgot: "Forgot your password?",
    email: "E-mail",
    password: "Password",
    readTerms: "Read the terms",
    terms: "Terms of use",
    close: "Close",
    weak: "This password is too easy to guess",
    taken: "Another user has this e-mail address",
    sent: "Confirm your e-mail",
    verifyMail: /Confirm your e-mail/,
    unverified: "Confirm your e-mail first",
    verified: "E-mail confirmed",
    toLogin: "Go to login",
    profile: "Profile",
    restricted: "Maria Costa",
    change: "Change password",
    old: "Current password",
    new: "New password",
    repeatNew: "Repeat the new password",
    repeat: "Repeat the password",
    wrong: "Wrong password",
    changed: "Password changed",
    changedMail: /was changed/,
    sendLink: "Send the link",
    checkMail: "Check your mail",
    resetMail: /Set a new password/,
    setPassword: "Set password",
    set: "Password set",
    expired: "This link has already been used, or has expired",
    tryAgain: "Try again",
    failed: "Failed",
    newLink: "Send a new link",
    newLinkSent: /we have sent a new link/,
  },
  ru: {
    logIn: "Войти",
    signUp: "Нет учётной записи? Зарегистрируйтесь",
    forgot: "Забыли пароль?",
    email: "Эл. почта",
    password: "Пароль",
    readTerms: "Прочитать условия",
    terms: "Условия использования",
    close: "Закрыть",
    weak: "Этот пароль слишком легко угадать",
    taken: "Этот адрес уже есть у другого пользователя",
    sent: "Подтвердите эл. почту",
    verifyMail: /Подтвердите эл. почту/,
    unverified: "Сначала подтвердите эл. почту",
    verified: "Эл. почта подтверждена",
    toLogin: "Перейти ко входу",
    profile: "Профиль",
    restricted: "Иванов Иван Иванович",
    change: "Сменить пароль",
    old: "Текущий пароль",
    new: "Новый пароль",
    repeatNew: "Повторите новый пароль",
    repeat: "Повторите пароль",
    wrong: "Неверный пароль",
    changed: "Пароль изменён",
    changedMail: /изменён/,
    sendLink: "Отправить ссылку",
    checkMail: "Проверьте почту",
    resetMail: /Новый пароль/,
    setPassword: "Задать пароль",
    set: "Пароль задан",
    expired: "Эта ссылка уже использована или её срок истёк",
    tryAgain: "Попробовать снова",
    failed: "Не удалось",
    newLink: "Отправить новую ссылку",
    newLinkSent: /мы отправили на него новую ссылку/,
  },
} as const;
type Texts = (typeof texts)[keyof typeof texts];

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

async function logIn(page: Page, text: Texts, email: string, password: string) {
  await page.getByLabel(text.email).fill(email);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: text.logIn, exact: true }).click();
}

for (const { tag, ...look } of looks)
  test(
    `a new user signs up, confirms the e-mail, changes and resets the password, ${look.language}`,
    { tag },
    async ({ page }) => {
      const { language } = look;
      const text: Texts = texts[language];
      const { url } = portal.server;
      const email = `new-${language}-${test.info().project.name}@example.com`;
      const person = { email, password: first };

      // A visitor of a protected page goes to the login and from there to the sign-up.
      await openIn(page, look, `${url}/profile`);
      await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Fprofile$/);
      await page.getByRole("link", { name: text.signUp }).click();
      await expect(page).toHaveURL(/\/auth\/sign-up\?redirect=%2Fprofile$/);
      await expectAccessible(page);

      await page.getByRole("button", { name: text.readTerms }).click();
      const dialog = page.getByRole("dialog", { name: text.terms });
      await expect(dialog.getByRole("listitem")).toHaveCount(5);
      await dialog.getByRole("button", { name: text.close }).last().click();
      await expect(dialog).toHaveCount(0);

      // The server refuses a used e-mail and a weak password beside their fields.
      await fillSignUp(page, language, { email, password: "password1" });
      await submitSignUp(page, language);
      await expect(page.getByText(text.weak)).toBeVisible();
      await fillSignUp(page, language, {
        ...person,
        email: "client@seriba.test",
      });
      await submitSignUp(page, language);
      await expect(page.getByText(text.taken)).toBeVisible();
      await page.getByLabel(text.email).fill(email);
      await submitSignUp(page, language);
      await heading(page, text.sent);
      await expect(page.getByText(email)).toBeVisible();
      await expectAccessible(page);

      const confirmation = await portal.linkTo(email, text.verifyMail);
      await page.goto(`${url}/auth/login`);
      await logIn(page, text, email, first);
      await expect(page.getByText(text.unverified)).toBeVisible();
      // The refusal has sent a newer link, which ends the first.
      await expect
        .poll(() => portal.linkTo(email, text.verifyMail))
        .not.toBe(confirmation);
      await page.goto(confirmation);
      await heading(page, text.failed);
      await page.goto(await portal.linkTo(email, text.verifyMail));
      await heading(page, text.verified);
      expect(new URL(page.url()).search).toBe("");
      await expectAccessible(page);

      // The login returns to the page that was asked for.
      await page.goto(`${url}/profile`);
      await logIn(page, text, email, first);
      await heading(page, text.profile);
      await expect(page).toHaveURL(/\/profile$/);
      await expect(page.getByText(text.restricted).first()).toBeVisible();
      await page.goto(`${url}/auth/sign-up`);
      await expect(page).toHaveURL(/\/car-auction$/);

      await page.goto(`${url}/profile`);
      await page
        .getByRole("link", { name: /^(Change password|Смена пароля)$/ })
        .click();
      const fillChange = async (old: string) => {
        await page.getByLabel(text.old).fill(old);
        await page.getByLabel(text.new, { exact: true }).fill(second);
        await page.getByLabel(text.repeatNew).fill(second);
        await page.getByRole("button", { name: text.change }).click();
      };
      await fillChange("not my password");
      await expect(page.getByText(text.wrong)).toBeVisible();
      await expect(page.getByLabel(text.old)).toBeFocused();
      await expectAccessible(page);
      await fillChange(first);
      await expect(
        page.getByRole("heading", { name: text.changed }),
      ).toBeVisible();
      await portal.linkTo(email, text.changedMail);

      await page.context().clearCookies();
      await page.goto(`${url}/auth/login`);
      await page.getByRole("link", { name: text.forgot }).click();
      await expectAccessible(page);
      await page.getByLabel(text.email).fill(email);
      await page.getByRole("button", { name: text.sendLink }).click();
      await heading(page, text.checkMail);
      const link = await portal.linkTo(email, text.resetMail);
      await page.goto(link);
      await page.getByLabel(text.new, { exact: true }).fill(third);
      await page.getByLabel(text.repeat).fill(third);
      await expectAccessible(page);
      await page.getByRole("button", { name: text.setPassword }).click();
      await heading(page, text.set);
      await page.getByRole("link", { name: text.toLogin }).click();
      await logIn(page, text, email, third);
      await expect(page).toHaveURL(/\/car-auction$/);

      await page.context().clearCookies();
      await page.goto(link);
      await heading(page, text.expired);
      await expectAccessible(page);
      await page.getByRole("link", { name: text.tryAgain }).click();
      await expect(page).toHaveURL(/\/auth\/forgot-password$/);
    },
  );

test("a link without a token has failed, and a new one can be requested", async ({
  page,
}) => {
  const text = texts.en;
  await page.goto(`${portal.server.url}/verify-email`);
  await heading(page, text.failed);
  await expect(page.getByText(text.expired)).toBeVisible();
  await page.getByLabel(text.email).fill("nobody@example.com");
  await page.getByRole("button", { name: text.newLink }).click();
  await expect(page.getByText(text.newLinkSent)).toBeVisible();
  await page.getByRole("link", { name: text.toLogin }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test("the form of a sign-up shows what is wrong when a field is left, and all at once when it is sent", async ({
  page,
}) => {
  await openIn(
    page,
    { theme: "light", language: "ru" },
    `${portal.server.url}/auth/sign-up`,
  );
  const country = page.getByRole("combobox", { name: "Страна" });
  await expect(country).toHaveValue("Россия");
  const name = page.getByLabel("Фамилия, имя и отчество");
  await name.fill("Иван Иванов");
  await name.blur();
  await expect(page.getByText("Укажите фамилию, имя и отчество")).toBeVisible();
  const phone = page.getByLabel("Мобильный телефон");
  await phone.pressSequentially("7916");
  await phone.blur();
  await expect(phone).toHaveValue("+7 (916");
  await expect(page.getByText("Неверный номер телефона")).toBeVisible();
  await phone.press("End");
  await phone.pressSequentially("1234567");
  await expect(phone).toHaveValue("+7 (916) 123-45-67");
  await page.getByLabel("Пароль", { exact: true }).fill("amber7!");
  await page.getByLabel("Повторите пароль").fill("amber8!");
  await page.getByLabel("Город").focus();
  await expect(page.getByText("Должно быть больше 7 символов")).toBeVisible();
  await expect(page.getByText("Пароли не совпадают")).toBeVisible();
  const submit = page.getByRole("button", { name: "Зарегистрироваться" });
  await expect(submit).toBeDisabled();
  await name.fill("Иванов Иван Иванович");
  await page.getByLabel("Пароль", { exact: true }).fill(first);
  await page.getByLabel("Повторите пароль").fill(first);
  await submit.click();
  await expect(page.getByText("Обязательное поле")).toHaveCount(2);
  await expect(page.getByText("Требуется подтверждение")).toBeVisible();
  await expect(page.getByLabel("Эл. почта")).toBeFocused();
});

test("a change of the language keeps what was typed into a sign-up, without the passwords", async ({
  page,
}) => {
  await page.goto(`${portal.server.url}/auth/sign-up`);
  await page.getByLabel("Full name").fill("Maria Costa");
  await page.getByLabel("City").fill("Porto");
  await page.getByLabel("Password", { exact: true }).fill(first);
  await page.getByLabel("I accept the terms of use").check();
  await page.getByRole("button", { name: "Русский" }).click();
  await expect(page.getByLabel("Фамилия, имя и отчество")).toHaveValue(
    "Maria Costa",
  );
  await expect(page.getByLabel("Город")).toHaveValue("Porto");
  await expect(page.getByRole("combobox", { name: "Страна" })).toHaveValue(
    "Россия",
  );
  await expect(
    page.getByLabel("Я принимаю условия использования"),
  ).toBeChecked();
  await expect(page.getByLabel("Пароль", { exact: true })).toHaveValue("");
  const stored = await page.evaluate<string>("JSON.stringify(sessionStorage)");
  expect(stored).not.toContain(first);
  await page.getByRole("button", { name: "Начать заново" }).click();
  await expect(page.getByLabel("Город")).toHaveValue("");
});
