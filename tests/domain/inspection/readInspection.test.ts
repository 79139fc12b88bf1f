import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddresses } from "../../../domain/inspection/readAddresses";
import { readInspection } from "../../../domain/inspection/readInspection";
import { readItems } from "../../../domain/inspection/readItems";
import { readRating } from "../../../domain/inspection/readRating";

describe("the addresses of videos and photos", () => {
  const cases: [unknown, string[], string[]][] = [
    ["https://a.jp/r.mp4#/l.mp4", ["https://a.jp/r.mp4", "/l.mp4"], []],
    ["#/a.mp4##/a.mp4＃ /b.mp4 #", ["/a.mp4", "/b.mp4"], []],
    [["/a.mp4", "/b.mp4#/c.mp4", 7], ["/a.mp4", "/b.mp4", "/c.mp4"], []],
    ["javascript:alert(1)", [], ["javascript:alert(1)"]],
    [
      "data:text/html,x#ftp://a/b#r.mp4",
      [],
      ["data:text/html,x", "ftp://a/b", "r.mp4"],
    ],
    [
      "//evil.jp/x#/\\evil.jp#https://",
      [],
      ["//evil.jp/x", "/\\evil.jp", "https://"],
    ],
    ["https://a.jp/<b> x", [], ["https://a.jp/<b> x"]],
    [null, [], []],
  ];
  it.each(cases)("of %j are read", (value, addresses, unread) => {
    expect(readAddresses(value)).toEqual({ addresses, unread });
  });
});

describe("the lettered items", () => {
  const cases: [unknown, [string | null, string][]][] = [
    [
      "A-Engine noise: OK#B-Oil leak",
      [
        ["A", "Engine noise: OK"],
        ["B", "Oil leak"],
      ],
    ],
    [
      "##c – Clutch#Ｄ－Chain#E—#",
      [
        ["C", "Clutch"],
        ["D", "Chain"],
        ["E", ""],
      ],
    ],
    [
      "É-x#AA-y#1-z#No letter",
      [
        [null, "É-x"],
        [null, "AA-y"],
        [null, "1-z"],
        [null, "No letter"],
      ],
    ],
    [
      "A-<b>x</b>\nB-y",
      [
        ["A", "<b>x</b>"],
        ["B", "y"],
      ],
    ],
    [undefined, []],
  ];
  it.each(cases)("of %j are read", (list, expected) => {
    expect(readItems(list).map(({ letter, text }) => [letter, text])).toEqual(
      expected,
    );
  });
});

describe("a rated section", () => {
  it("has a heading, a score, items with findings and photos", () => {
    const txt = "Front:6#Tube outer-Rust Lv1,Dent Lv2,Front Tire-,-";
    expect(readRating({ txt, img: "/1.jpg##/2.jpg" })).toEqual({
      section: "front",
      heading: "Front",
      score: 6,
      items: [
        { item: "Tube outer", findings: ["Rust Lv1", "Dent Lv2"] },
        { item: "Front Tire", findings: [] },
      ],
      photos: ["/1.jpg", "/2.jpg"],
      unread: [],
    });
  });

  const readable: [string, object][] = [
    [
      "Electronic Safety Parts:5#Turn-signal-Flaw Lv1,Back-lamp-",
      {
        section: "electric",
        items: [
          { item: "Turn-signal", findings: ["Flaw Lv1"] },
          { item: "Back-lamp", findings: [] },
        ],
      },
    ],
    [
      "engine：７＃Engine－Flaw、Clutch–",
      {
        section: "engine",
        score: 7,
        items: [
          { item: "Engine", findings: ["Flaw"] },
          { item: "Clutch", findings: [] },
        ],
      },
    ],
    [
      "Rear:4##Horn-Rust#,,Chain-",
      {
        section: "rear",
        items: [
          { item: "Horn", findings: ["Rust"] },
          { item: "Chain", findings: [] },
        ],
      },
    ],
    ["Frame", { section: "frame", score: null, items: [] }],
    ["Engine:?#-", { section: "engine", score: null, unread: ["?"] }],
    ["Engine:11#", { section: "engine", score: null, unread: ["11"] }],
    ["Sidecar:3#", { section: undefined, heading: "Sidecar", score: 3 }],
    ["Just a remark", { heading: "", unread: ["Just a remark"] }],
    ["<img src=x>:5", { heading: "<img src=x>", score: 5 }],
    [
      "Engine-Flaw Lv1",
      { heading: "", items: [{ item: "Engine", findings: ["Flaw Lv1"] }] },
    ],
  ];
  it.each(readable)("is read from %j", (txt, expected) => {
    expect(readRating({ txt })).toMatchObject(expected);
  });

  it.each([undefined, null, 7, {}, "-", { txt: " ", img: "#" }])(
    "is empty for %j",
    (entry) => {
      expect(readRating(entry)).toBeNull();
    },
  );
});

describe("the inspection of a bike", () => {
  it("orders the sections and returns other keys as text", () => {
    const inspection = readInspection({
      rate: [{ txt: "Sidecar:3#" }, null, { txt: "Frame:4#" }, "Engine:5#"],
      videos: "/a.mp4#soon",
      remark: "Second owner",
      flags: ["a", 2],
      nested: { deep: true },
      nothing: null,
    });
    expect(inspection).toMatchObject({
      videos: ["/a.mp4"],
      unread: ["soon"],
      items: [],
      others: [
        { key: "remark", text: "Second owner" },
        { key: "flags", text: "a, 2" },
        { key: "nested", text: '{"deep":true}' },
      ],
    });
    expect(inspection.ratings.map(({ heading }) => heading)).toEqual([
      "Engine",
      "Frame",
      "Sidecar",
    ]);
  });

  it("reads any value without an error, and huge text", () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom("#", "-", "–", ",", ":", "A", "Engine", "5"))
        .map((parts) => parts.join("")),
    );
    const rate = fc.array(fc.record({ txt: text, img: text }));
    const shaped = fc.record({ rate, list: text, videos: text });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), shaped), (value) => {
        expect(readInspection(value).items).toBeInstanceOf(Array);
      }),
    );
    const huge = "A-".repeat(200_000);
    const { items, ratings } = readInspection({ list: huge, rate: [huge] });
    expect([items.length, ratings.length]).toEqual([1, 1]);
  });
});
