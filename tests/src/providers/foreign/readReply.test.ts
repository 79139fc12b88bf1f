import { describe, expect, it } from "vitest";
import { roleOf } from "../../../../domain/access";
import { readForeignReply } from "../../../../src/providers/foreign/readReply";
import { readProfile } from "../../../../src/providers/foreign/readProfile";

const filters = (reply: unknown) =>
  readForeignReply("/auction/filters", reply) as Record<string, unknown>;

describe("a list of a server written from the specification", () => {
  it("has text ids, numbers, Japan's time and lists of photos", () => {
    const reply = readForeignReply("/auction/listing", {
      success: true,
      carsList: [
        {
          id: 41,
          lotNo: 60_012,
          auctionDate: "2026-11-20 11:00:00",
          year: "2015",
          mileage: "62,400",
          startPrice: "650000",
          soldPrice: 0,
          isUss: 1,
          myBid: 0,
          status: "4532",
          lotType: "auction",
          images: "https://img.example/1.jpg#https://img.example/2.jpg",
          somethingElse: { kept: true },
        },
      ],
      pageInfo: { page: "1", pageSize: 20, totalSearchResults: "1284" },
    });
    expect(reply).toMatchObject({
      carsList: [
        {
          id: "41",
          lotNo: "60012",
          auctionDate: "2026-11-20T11:00:00+09:00",
          year: 2015,
          mileage: 62_400,
          startPrice: 650_000,
          soldPrice: null,
          isUss: true,
          myBid: null,
          status: 4532,
          images: ["https://img.example/1.jpg", "https://img.example/2.jpg"],
          somethingElse: { kept: true },
        },
      ],
      pageInfo: { page: 1, totalSearchResults: 1284 },
    });
  });

  it("keeps a row without its key, so that it is reported as invalid", () => {
    const reply = readForeignReply("/auction/listing", {
      carsList: [{ lotNo: "nobody can open this one" }, null],
    });
    expect(reply).toMatchObject({ carsList: [{ id: "" }, { id: "" }] });
  });

  it("does not invent a total", () => {
    const reply = readForeignReply("/auction/listing", { carsList: [] });
    expect(reply).toEqual({ carsList: [], pageInfo: {} });
  });

  it("has counts of its tabs as numbers", () => {
    const counters = [{ status: 1, count: "3" }];
    expect(
      readForeignReply("/bid/my-bid", { cars: [], counters }),
    ).toMatchObject({ counters: [{ status: "1", count: 3 }] });
  });
});

describe("the translated sheet of such a server", () => {
  it.each([
    "https://img.example/en.jpg",
    { success: true, image: "https://img.example/en.jpg" },
    { success: true, data: { lang: "en", url: "https://img.example/en.jpg" } },
  ])("is the address in %j", (reply) => {
    expect(readForeignReply("/car-auction/image-translate", reply)).toEqual({
      success: true,
      rows: [],
      image: "https://img.example/en.jpg",
    });
  });
});

describe("the extra photos of a USS lot of such a server", () => {
  const lot = (isUss: number) => ({ lotInfo: {}, carCommonDetail: { isUss } });
  const extraImagesOf = (path: string, isUss: number) => {
    const reply = readForeignReply(path, lot(isUss)) as {
      detail: { carCommonDetail: object };
    };
    return reply.detail.carCommonDetail;
  };

  it("can be requested before the auction, for USS lots only", () => {
    const none = { extraImages: { state: "none" } };
    expect(extraImagesOf("/auction/detail", 1)).toMatchObject(none);
    expect(extraImagesOf("/auction/detail", 0)).not.toMatchObject(none);
    expect(extraImagesOf("/stats/detail", 1)).not.toMatchObject(none);
  });

  it.each([
    { success: true, images: "https://a.example/1.jpg#/2.jpg" },
    { data: ["https://a.example/1.jpg", "", "/2.jpg"], message: "ok" },
    ["https://a.example/1.jpg", "/2.jpg"],
  ])("are the addresses in %j", (reply) => {
    expect(readForeignReply("/car-auction/uss-images", reply)).toEqual({
      success: true,
      state: "done",
      images: ["https://a.example/1.jpg", "/2.jpg"],
    });
  });

  it("may be none", () => {
    const reply = { success: true, images: [] };
    expect(readForeignReply("/car-auction/uss-images", reply)).toMatchObject({
      state: "done",
      images: [],
    });
  });
});

describe("filters of such a server", () => {
  it("are plain or nested lists, with or without counts", () => {
    const reply = filters({
      selects: {
        condition: [{ value: 4, label: "4.5", counter: "12" }],
        color: { options: [{ value: "white", label: "White" }] },
        status: ["4531", "4532"],
      },
      ranges: { year: { min: "1990", max: 2026 } },
      totalSearchResults: "70",
      totalResults: 3398,
    });
    expect(reply).toEqual({
      success: true,
      condition: [{ value: "4", label: "4.5", counter: 12 }],
      color: [{ value: "white", label: "White" }],
      status: [
        { value: "4531", label: "4531" },
        { value: "4532", label: "4532" },
      ],
      year: { min: 1990, max: 2026, step: 1 },
      totalSearchResults: 70,
      totalResults: 3398,
    });
  });

  it("leave out the choice that stands for none", () => {
    const options = [
      { value: "-1", label: "All" },
      { value: 3, label: "HONDA" },
    ];
    const read = { success: true, options: [{ value: "3", label: "HONDA" }] };
    for (const reply of [options, { makers: options }, { success: 1, options }])
      expect(readForeignReply("/auction/maker", reply)).toEqual(read);
  });

  it("offer the days of the week as texts or in objects", () => {
    const options = [{ value: "2026-11-20", label: "2026-11-20" }];
    for (const dayList of [
      ["2026-11-20"],
      [{ value: "2026-11-20", label: "Fri", past: false }],
    ])
      expect(
        readForeignReply("/site/week-days", { success: true, dayList }),
      ).toEqual({ success: true, options });
  });
});

describe("a lot of such a server", () => {
  const detail = {
    carCommonDetail: { id: 41, isUss: 0 },
    lotInfo: { lotNumber: 7, auctionDate: "2026-11-20 11:00" },
    carInfo: { maker: "TOYOTA" },
    carSpecification: {},
    lotImages: { images: "/a.jpg#/b.jpg" },
    bidInfo: { startPrice: "650000", averagePrice: 0, acceptBid: 1 },
  };
  const read = {
    success: true,
    detail: {
      carCommonDetail: { id: "41", isUss: false, comment: null },
      lotInfo: { lotNumber: "7", auctionDate: "2026-11-20T11:00:00+09:00" },
      carInfo: { maker: "TOYOTA", year: null },
      lotImages: { images: ["/a.jpg", "/b.jpg"], thumbnails: [] },
      bidInfo: {
        startPrice: 650_000,
        averagePrice: null,
        acceptBid: true,
        bidLimitReached: false,
        myBid: null,
      },
      wishList: [],
    },
  };

  it("is the whole reply or its detail", () => {
    for (const reply of [detail, { success: true, detail }])
      expect(readForeignReply("/auction/detail", reply)).toMatchObject(read);
  });

  it("has no limit for USS lots if the server sends none", () => {
    const reply = readForeignReply("/auction/detail", detail) as typeof read & {
      detail: { ussCounter: { ussLimit: number } };
    };
    expect(reply.detail.ussCounter.ussLimit).toBeGreaterThan(0);
  });
});

describe("further replies of such a server", () => {
  it("are brought to the shapes of the program", () => {
    expect(
      readForeignReply("/bid/group", [{ value: "1", label: "A", cars: 2 }]),
    ).toEqual({
      success: true,
      options: [{ value: 1, label: "A", cars: 2 }],
    });
    expect(
      readForeignReply("/bid/type", { types: [{ value: 2, label: "Ro-ro" }] }),
    ).toEqual({
      success: true,
      options: [{ value: 2, label: "Ro-ro", description: "" }],
    });
    expect(
      readForeignReply("/bid/create", {
        success: true,
        bidId: 9,
        bidAmount: "650000",
        bidDate: "2026-11-20 11:00:00",
        bidStatus: "1",
      }),
    ).toMatchObject({
      result: {
        bidId: "9",
        bidAmount: 650_000,
        bidDate: "2026-11-20T11:00:00+09:00",
        bidStatus: 1,
      },
    });
    expect(
      readForeignReply("/site/menu-counters", { bid: "3", map: { stock: 4 } }),
    ).toMatchObject({ bid: 3, search: 0, map: { stock: "4" } });
  });

  it("of countries have numbers as ids, whether they are in a list or under a key", () => {
    const options = [{ value: "183", label: "Russia" }];
    const expected = [{ value: 183, label: "Russia" }];
    const read = (reply: unknown) =>
      readForeignReply("/site/get-country-list", reply);
    expect(read(options)).toEqual(expected);
    expect(read({ success: true, options })).toEqual(expected);
  });

  it("of saved searches have ids as text, and need an id", () => {
    const items = [
      {
        id: 7,
        title: "Prius",
        params: "maker=1&year=2015,2020",
        type: "auction",
      },
      { title: "of no id", params: "" },
    ];
    expect(
      readForeignReply("/user/my-search", { items, counter: 2 }),
    ).toMatchObject({
      items: [{ id: "7", title: "Prius", params: "maker=1&year=2015,2020" }],
      counter: 1,
    });
    expect(readForeignReply("/user/my-search", null)).toMatchObject({
      items: [],
    });
  });

  it("of calls the program does not know stay as they are", () => {
    const reply = { anything: [1] };
    expect(readForeignReply("/user/search", reply)).toBe(reply);
  });

  it("say who is here: numbers as ids, flags that are missing not given", () => {
    const { detail, balanceInfo, permission } = readProfile({
      detail: { userId: 7, userType: "2", fullName: "Anna" },
      balanceInfo: { balance: "2,400,000" },
      permission: { carAuctionsView: 1 },
    });
    expect(detail).toMatchObject({ userId: "7", userType: 2, language: null });
    expect(balanceInfo).toMatchObject({ balance: 2_400_000, activeBids: 0 });
    expect(permission).toMatchObject({
      carAuctionsView: true,
      biddingAllowed: false,
    });
    expect(readProfile({}).detail.userId).toBe("");
  });

  it("have settings of alerts without other fields", () => {
    const alerts = {
      mails: true,
      dayBefore: true,
      hourBefore: false,
      results: true,
      quiet: null,
    };
    expect(readProfile({ detail: { alerts } }).detail.alerts).toEqual(alerts);
  });

  it("show a user by type and flags, whatever the levels are there", () => {
    const roles = [
      { userType: 2 },
      { userType: 2, userLevel: 5 },
      { userType: 2, roleId: 1092, userLevel: null },
      { userType: 3, userLevel: "1" },
      { userType: 3, userLevel: 991 },
      { userType: 7, userLevel: 5 },
    ].map((detail) => roleOf(readProfile({ detail }).detail));
    expect(roles).toEqual([
      "client",
      "client",
      "dealer",
      "manager",
      "admin",
      "unknown",
    ]);
  });
});

it("reads a chat and a log with times of Japan and ids as text", () => {
  const message = { id: 4, text: "Yes", time: "2026-11-20 11:00:00", isOwn: 1 };
  expect(
    readForeignReply("/bid/chat", { chat: [message, {}], isRead: false }),
  ).toMatchObject({
    chat: [
      { id: "4", text: "Yes", time: "2026-11-20T11:00:00+09:00", isOwn: true },
    ],
    isRead: false,
  });
  const entry = { date: "2026-11-20 11:00:00", userType: "1064", status: 1 };
  expect(readForeignReply("/bid/logs", { logs: [entry] })).toMatchObject({
    logs: [{ date: "2026-11-20T11:00:00+09:00", userType: 1064, event: "" }],
  });
});
