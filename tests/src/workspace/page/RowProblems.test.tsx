import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import en from "../../../../locales/en.json";
import ru from "../../../../locales/ru.json";
import { createI18nProvider } from "../../../../src/providers/i18n/i18nProvider";
import type { RowFault } from "../../../../src/providers/rowValidation/checkRows";
import {
  placeText,
  reasonText,
  valueText,
} from "../../../../src/workspace/page/RowProblems";
import { fakeServer } from "../../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "../renderList";

/** Loads the chunks that the page would load while the test waits. */
beforeAll(() =>
  Promise.all([
    import("../../../../src/workspace/page/RowProblems"),
    import("../../../../src/providers/rowValidation/builtCheck"),
  ]),
);

beforeEach(() => {
  screenIs("desk");
});

/** Serves 40 rows, with changes to rows of the first page by index. */
function serve(changes: Record<number, object | null>) {
  fakeServer(({ path, query }) => {
    if (path.endsWith("/filters")) return { body: facets(40) };
    const page = Number(query.get("page") ?? 1);
    const reply = lots(page, 40);
    const carsList: unknown[] = reply.carsList.map((row, index) =>
      page === 1 && index in changes
        ? changes[index] && { ...row, ...changes[index] }
        : row,
    );
    return { body: { ...reply, carsList } };
  });
}

const notice = () => screen.findByText(/could not be shown/);

describe("rows that violate their schema", () => {
  it("are not shown, but described in a notice", async () => {
    serve({ 2: { year: "2015" }, 4: null });
    renderList({ name: "car-auction" });
    expect(await notice()).toHaveTextContent(
      "2 rows of the list could not be shown",
    );
    expect(await notice()).toHaveAttribute("role", "status");
    const table = screen.getByRole("table");
    expect(within(table).getByText("L1")).toBeInTheDocument();
    expect(within(table).queryByText("L3")).not.toBeInTheDocument();
    expect(within(table).queryByText("L5")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Page 2" })).toBeInTheDocument();
    await userEvent.click(screen.getByText("Details"));
    expect(screen.getByText("Row 3, id 3").closest("li")).toHaveTextContent(
      "Year: 2015 should be a whole number or nothing",
    );
    expect(screen.getByText("Row 5").closest("li")).toHaveTextContent(
      "The whole row: null should be a set of fields",
    );
  });

  it("have a notice that can be closed", async () => {
    serve({ 2: { year: "2015" } });
    renderList({ name: "car-auction" });
    const section = (await notice()).closest("section");
    if (!section) throw new Error("The notice has no frame.");
    await userEvent.click(
      within(section).getByRole("button", { name: "Close" }),
    );
    expect(screen.queryByText(/could not be shown/)).not.toBeInTheDocument();
    expect(screen.getByText("L1")).toBeInTheDocument();
  });

  it("do not make the list look empty if all rows are invalid", async () => {
    const all = Array.from({ length: 20 }, () => ({ year: "2015" }));
    serve(Object.fromEntries(all.entries()));
    renderList({ name: "car-auction" });
    expect(await notice()).toHaveTextContent("20 rows");
    expect(screen.queryByText(/no rows on this page/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Page 2" })).toBeInTheDocument();
  });

  it("have a notice above the cards of a phone too", async () => {
    screenIs("phone");
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    serve({ 0: { status: "sold" } });
    renderList({ name: "car-auction" });
    expect(await notice()).toHaveTextContent(
      "1 row of the list could not be shown",
    );
    expect(screen.getByText("19 of 40")).toBeInTheDocument();
  });
});

const fault = (keyword: string, params = {}, value: unknown = 5): RowFault => ({
  path: ["year"],
  keyword,
  params,
  value,
});

/** Faults with their reasons in English and Russian. */
const reasons: [RowFault, string, string][] = [
  [
    fault("type", { type: "string" }),
    "should be text",
    "здесь ожидается: текст",
  ],
  [
    fault("type", { type: ["integer", "null"] }),
    "should be a whole number or nothing",
    "здесь ожидается: целое число или пусто",
  ],
  [
    fault("enum", { allowedValues: [1] }),
    "is not one of the known values",
    "неизвестное значение",
  ],
  [
    fault("required", { missingProperty: "year" }),
    "is missing",
    "значения нет",
  ],
  [fault("minimum", { limit: 1900 }), "is less than 1900", "меньше 1900"],
  [fault("maximum", { limit: 9.5 }), "is more than 9.5", "больше 9.5"],
  [
    fault("maxLength", { limit: 1 }),
    "is longer than 1 character",
    "длиннее 1 символа",
  ],
  [
    fault("maxLength", { limit: 20 }),
    "is longer than 20 characters",
    "длиннее 20 символов",
  ],
  [
    fault("format", { format: "date" }),
    "should be a day such as 2026-03-14",
    "нужна дата вида 2026-03-14",
  ],
  [
    fault("format", { format: "unheard-of" }),
    "has an invalid format",
    "неверный формат",
  ],
  [
    fault("pattern", { pattern: "^a$" }),
    "has an invalid format",
    "неверный формат",
  ],
  [
    fault("key"),
    "is missing, so the row has no id",
    "значения нет, поэтому у строки нет идентификатора",
  ],
  [fault("uniqueItems", { i: 1, j: 0 }), "is invalid", "недопустимое значение"],
];

describe("the description of an invalid value", () => {
  const english = createI18nProvider("en", en);
  const russian = createI18nProvider("ru", ru);

  it.each(reasons)(
    "gives the reason in both languages (%#)",
    (wrong, inEnglish, inRussian) => {
      expect(reasonText(wrong, english.translate)).toBe(inEnglish);
      expect(reasonText(wrong, russian.translate)).toBe(inRussian);
    },
  );

  it("names the field, the entry of a list and the property of the entry", () => {
    const label = () => "Photos";
    const at = (...path: string[]) =>
      placeText({ ...fault("type"), path }, label, english.translate);
    expect(at("images")).toBe("Photos");
    expect(at("images", "2")).toBe("Photos, no. 3");
    expect(at("images", "0", "group")).toBe("Photos, no. 1, group");
    expect(at()).toBe("The whole row");
  });

  it("shortens the value", () => {
    expect(valueText({ ...fault("type"), value: undefined })).toBeNull();
    expect(valueText(fault("type", {}, null))).toBe("null");
    expect(valueText(fault("type", {}, { a: [1] }))).toBe('{"a":[1]}');
    expect(valueText(fault("type", {}, "x".repeat(900)))).toHaveLength(61);
  });
});
