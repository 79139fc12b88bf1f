import { describe, expect, it } from "vitest";
import { readItems } from "../../../domain/inspection/readItems";
import { readRating } from "../../../domain/inspection/readRating";
import { ratedSections } from "../../../domain/inspection/sections";
import { translateItem } from "../../../domain/inspection/translateItem";
import ru from "../../../locales/ru.json";
import {
  inspectionRates,
  letteredItems,
} from "../../../scripts/demo/bikes/inspection";
import { createRandom } from "../../../scripts/demo/random";

const low = {
  engine: 2,
  front: 2,
  exterior: 2,
  rear: 2,
  electrics: 2,
  frame: 2,
};
const reports = Array.from({ length: 60 }, (_, number) =>
  createRandom(`report ${number}`),
);
const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/gu, "_");
const texts: Readonly<Record<string, string>> = {
  ...ru.bike.item,
  ...ru.bike.finding,
};
const known = (phrase: string) => texts[keyOf(phrase)] ?? null;
const items = reports.flatMap((random) =>
  readItems(letteredItems(random, low)),
);
const checked = reports.flatMap((random) =>
  inspectionRates(random, low, () => "/a.jpg").flatMap((entry) => {
    const rating = readRating(entry);
    if (!rating) throw new Error("The section is empty.");
    return [rating];
  }),
);

describe("the inspection of a demo bike", () => {
  it("finds rust and bends only where there is metal", () => {
    const metal = /rust|bend|bent|dent|scratch/iu;
    const immaterial =
      /^(Starting|Idle|Exhaust smoke|Engine noise|Oil|Coolant|Throttle|Documents):/u;
    const wrong = items.filter(
      ({ text }) => immaterial.test(text) && metal.test(text),
    );
    expect(wrong).toEqual([]);
    const ofTyres = checked
      .flatMap((rating) => rating.items)
      .filter(({ item }) => /Tire|Seat$|Oil leak/u.test(item))
      .flatMap(({ findings }) => findings);
    expect(ofTyres.length).toBeGreaterThan(0);
    expect(ofTyres.filter((text) => metal.test(text))).toEqual([]);
  });

  it("follows the format of the report", () => {
    expect(checked.flatMap(({ unread }) => unread)).toEqual([]);
    for (const { section, items: ofSection } of checked)
      expect(ofSection.map(({ item }) => item)).toEqual(
        ratedSections.find(({ id }) => id === section)?.items,
      );
  });

  it("can be read in Russian to the last word", () => {
    const findings = checked.flatMap((rating) =>
      rating.items.flatMap((item) => item.findings),
    );
    const unknown = [
      ...items.map(({ text }) => text),
      ...findings.map((text) => text.replace(/ Lv\d$/u, "")),
    ].flatMap((text) =>
      translateItem(text, { language: "ru", known }).filter(
        ({ isUnknown }) => isUnknown,
      ),
    );
    expect(unknown).toEqual([]);
  });
});
