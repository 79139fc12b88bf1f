import { describe, expect, it } from "vitest";
import { drawPage } from "../../../../server/platform/pdf/drawPage";
import {
  createPdfPrinter,
  type PdfPage,
} from "../../../../server/platform/pdf";

const page: PdfPage = {
  language: "ru",
  title: "Квитанция",
  subtitle: "№ 1042-7",
  facts: [
    { label: "Клиент", value: "Oleg Sidorov" },
    { label: "Maximum", value: "¥200,000" },
  ],
  notes: ["Ставка принята."],
};

/** Returns the text of an uncompressed PDF of pdfkit. */
function textOf(pdf: string): string {
  const objects = new Map(
    [...pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(
      ([, id, body]) => [id, body ?? ""],
    ),
  );
  /** Returns the letters of a font by glyph. */
  const lettersOf = (font: string): string[] => {
    const [, id] = new RegExp(`/${font} (\\d+) 0 R`).exec(pdf) ?? [];
    const [, map] = /ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
    const [, list = ""] =
      /\[(.*)\]\nendbfrange/.exec(objects.get(map) ?? "") ?? [];
    return [...list.matchAll(/<(\w+)>/g)].map(([, code = ""]) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  };
  let letters: string[] = [];
  let text = "";
  for (const [, font, shown] of pdf.matchAll(
    /\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g,
  )) {
    if (font) letters = lettersOf(font);
    for (const [, glyphs = ""] of (shown ?? "").matchAll(/<(\w+)>/g))
      for (const glyph of glyphs.match(/.{4}/g) ?? [])
        text += letters[Number.parseInt(glyph, 16)] ?? "";
    if (shown) text += "\n";
  }
  return text;
}

const draw = async (drawn: PdfPage) =>
  Buffer.from(await drawPage(drawn, { compress: false })).toString("latin1");

describe("a PDF", () => {
  it("has the texts in Latin and Cyrillic letters", async () => {
    const text = textOf(await draw(page));
    for (const part of ["Квитанция", "1042-7", "Oleg Sidorov", "¥200,000"])
      expect(text).toContain(part);
  });

  it("draws Japanese letters with a font of their own, and cuts long texts", async () => {
    const facts = [
      { label: "Lot", value: "日産 エルグランド TOYOTA Авто" },
      { label: "Equipment", value: "両側電動ドア、".repeat(60) },
    ];
    const pdf = await draw({ ...page, facts });
    const text = textOf(pdf);
    for (const part of [
      "日産",
      "エルグランド",
      "TOYOTA Авто",
      "両側電動ドア",
      "…",
    ])
      expect(text).toContain(part);
    const fonts = [...pdf.matchAll(/\/BaseFont \/\w{6}\+([\w-]+)/g)];
    expect(new Set(fonts.map(([, font]) => font))).toEqual(
      new Set(["Inter-Regular", "Inter-SemiBold", "BIZUDPGothic-Bold"]),
    );
    expect(text.match(/両側電動ドア/g)?.length).toBeLessThan(30);
  });

  it("shows codes whole, on lines that do not end with a hyphen", async () => {
    const value = "2026-11-20T03:00:00.000Z;a--b_".repeat(12);
    const codes = [{ label: "Code", value, isCode: true }];
    const lines = textOf(await draw({ ...page, facts: codes })).split("\n");
    const ofCode = lines.filter((line) => /^[-\w:.;]+$/.test(line));
    expect(ofCode.slice(0, -1).join("")).toContain("a--b_");
    expect(ofCode.join("")).toContain(value);
    expect(ofCode.length).toBeGreaterThan(4);
    for (const line of ofCode) expect(line).not.toMatch(/-$/);
  });

  it("has one page, whatever the length of its texts", async () => {
    const value = "Очень-длинное-имя".repeat(60);
    const facts = Array.from({ length: 8 }, () => ({ label: value, value }));
    const pdf = await draw({ ...page, facts, notes: [value, value] });
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it("is drawn by a thread until this is stopped", async () => {
    const printer = createPdfPrinter();
    await expect(printer.print(page, AbortSignal.abort())).rejects.toThrow();
    const bytes = await printer.print(page);
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe("%PDF-");
    await printer.stop();
    await expect(printer.print(page)).rejects.toThrow("unavailable");
  });
});
