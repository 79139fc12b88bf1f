import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { Language } from "../../../domain/limits";
import en from "../../../locales/en.json";
import ru from "../../../locales/ru.json";
import { ProblemsBanner } from "../../../src/layout/Banners";
import { bySeverity } from "../../../src/providers/bySeverity";
import type { CallProblem } from "../../../src/providers/CallError";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { TranslateProvider } from "../../../src/providers/i18n/useT";
import { WorkspaceProvider } from "../../../src/providers/workspace";
import { ProblemGroups } from "../../../src/workshop/parts/Changes";

const warning = (pointer: string): CallProblem => ({
  file: "locales/ru.json",
  pointer,
  reason: "The text is missing.",
  severity: "warning",
});
const error: CallProblem = {
  file: "resources/cars.json",
  pointer: "/columns/0",
  reason: "The field is unknown.",
};

const other = { ...error, pointer: "/views" };

function show(problems: readonly CallProblem[], language: Language = "en") {
  const i18n = createI18nProvider(language, { en, ru }[language]);
  const workspace = createWorkspace({
    resources: [],
    schemas: {},
    routes: [],
    viewerVersion: "1",
    declarationsHash: "1",
    isOwnServer: true,
    problems,
  });
  render(
    <MemoryRouter>
      <TranslateProvider value={(key, values) => i18n.translate(key, values)}>
        <WorkspaceProvider value={workspace}>
          <ProblemsBanner />
          <ProblemGroups {...bySeverity(problems)} />
        </WorkspaceProvider>
      </TranslateProvider>
    </MemoryRouter>,
  );
}

const bannerText = () => screen.queryByRole("link")?.textContent;

describe("the problems of the declarations", () => {
  it("are listed with the errors first, and warnings are counted apart", () => {
    show([warning("/a"), error, warning("/b")]);
    expect(bannerText()).toBe("Declarations: 1 error, 2 warnings");
    const headings = screen.getAllByRole("heading");
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      "1 error",
      "2 warnings",
    ]);
    const itemsOf = (name: string) =>
      within(screen.getByRole("region", { name })).getAllByRole("listitem");
    expect(itemsOf("1 error")[0]).toHaveTextContent("The field is unknown.");
    expect(itemsOf("2 warnings")).toHaveLength(2);
  });

  it("are counted in Russian with its plural forms", () => {
    show([error, other, ...["/a", "/b", "/c", "/d", "/e"].map(warning)], "ru");
    expect(bannerText()).toBe("Настройки списков: 2 ошибки, 5 предупреждений");
  });

  it("are not called errors if there are only warnings", () => {
    show([warning("/a")]);
    expect(bannerText()).toBe("Declarations: 1 warning");
    expect(screen.getByText(/Warnings do not prevent/)).toBeVisible();
  });

  it("are left out of the banner if their number is zero", () => {
    show([]);
    expect(bannerText()).toBeUndefined();
    expect(screen.queryByRole("heading")).toBeNull();
  });
});
