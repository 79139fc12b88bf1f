import { describe, expect, it } from "vitest";
import { importedText, readAll } from "./readAll";

const xml = (rows: string, declaration = "") =>
  `${declaration}<aj>${rows}</aj>`;

describe("reading an XML feed", () => {
  it("returns the rows for chunks of any size", async () => {
    const text = xml(
      "<row><ID>1</ID><GRADE>S &amp; G</GRADE></row>\n<ROW><id>2</id></ROW>",
    );
    for (const chunkSize of [1, 2, 3, 7, 1000])
      expect(await readAll(text, { chunkSize })).toEqual({
        rows: [{ ID: "1", GRADE: "S & G" }, { id: "2" }],
        error: null,
      });
  });

  it("returns no rows for an empty document", async () => {
    for (const text of ["<aj/>", "<aj></aj>", "<?xml version='1.0'?><aj/>\n"])
      expect(await readAll(text)).toEqual({ rows: [], error: null });
  });

  it("reads attributes, CDATA, nested and repeated columns", async () => {
    const text = xml(
      '<row ID="7"><INFO><![CDATA[a < b & c]]></INFO>' +
        "<IMAGES><i>1.jpg</i><i>2.jpg</i></IMAGES><V>x</V><V>y</V></row>",
    );
    expect((await readAll(text)).rows).toEqual([
      { ID: "7", INFO: "a < b & c", IMAGES: ["1.jpg", "2.jpg"], V: ["x", "y"] },
    ]);
  });

  it("reads a column that is repeated a hundred thousand times", async () => {
    // With a copy of the list for each repetition this takes many minutes.
    const texts = Array.from(
      { length: 100_000 },
      (_, place) => `${place % 10}`,
    );
    const columns = texts.map((text) => `<V>${text}</V>`).join("");
    const { rows } = await readAll(xml(`<row>${columns}</row>`));
    expect(rows).toEqual([{ V: texts }]);
  });

  it("keeps the lists of a column that is repeated", async () => {
    const text = xml(
      "<row V='0'><V>1</V><V><i>2</i><i>3</i></V><V/><V><i>4</i></V></row>",
    );
    expect((await readAll(text)).rows).toEqual([
      { V: ["0", "1", "2", "3", "", "4"] },
    ]);
  });

  it("tolerates bare ampersands and unknown entities", async () => {
    const text = xml(
      "<row><I>http://p/a?x=1&h=50#b&w=3</I><T>a&nbsp;&laquo;b&#12381;&#x41;&</T></row>",
    );
    for (const chunkSize of [1, 3, 1000])
      expect((await readAll(text, { chunkSize })).rows).toEqual([
        {
          I: "http://p/a?x=1&h=50#b&w=3",
          T: "a&nbsp;&laquo;bそA&",
        },
      ]);
  });

  it("does not expand entities that the document declares", async () => {
    const text = `<!DOCTYPE aj [<!ENTITY x "${"y".repeat(50)}">]>${xml("<row><A>&x;</A></row>")}`;
    expect((await readAll(text)).rows).toEqual([{ A: "&x;" }]);
  });

  it("returns every row before the text breaks off", async () => {
    const text = "<aj><row><ID>1</ID></row><row><ID>2</ID></row><row><I";
    const { rows, error } = await readAll(text);
    expect(rows).toEqual([{ ID: "1" }, { ID: "2" }]);
    expect(error).toMatch(/^The feed is broken after row 2: /);
  });

  it("returns every row before mismatched tags", async () => {
    const text = xml("<row><ID>1</ID></row><row><ID>2</MARK></row>");
    const { rows, error } = await readAll(text);
    expect(rows).toEqual([{ ID: "1" }]);
    expect(error).toMatch(
      /^The feed is broken after row 1: .*unexpected close/,
    );
  });

  it.each(["<aj><error>wrong code</error></aj>", "<error>wrong code</error>"])(
    "tells the provider's refusal: %s",
    async (text) => {
      const { error } = await readAll(text);
      expect(error).toBe("The provider answered with an error: wrong code");
    },
  );

  it("rejects a web page and a document without rows", async () => {
    const page = await readAll("<!DOCTYPE html><html><body>x</body></html>");
    expect(page.error).toContain("it is a web page");
    const other = await readAll("<aj><car><ID>1</ID></car></aj>");
    expect(other.error).toBe('The feed has no rows, only "car"');
  });

  it("finds rows by the name in the mapping", async () => {
    const text = "<list><time>1</time><vehicle><ID>1</ID></vehicle></list>";
    const reading = { shape: { rows: { xml: "vehicle" } } };
    expect(await readAll(text, { reading })).toEqual({
      rows: [{ ID: "1" }],
      error: null,
    });
  });

  it("stops at an element that never ends", async () => {
    const text = `<aj><row><A>${"x".repeat(1_200_000)}`;
    const { error } = await readAll(text, { chunkSize: 64 * 1024 });
    expect(error).toContain("more than 1000000 characters without a row");
  });
});

/** ТОЙОТА in windows-1251. */
const toyota = Buffer.from([0xd2, 0xce, 0xc9, 0xce, 0xd2, 0xc0]);
const around = (start: string, end: string) =>
  Buffer.concat([Buffer.from(start), toyota, Buffer.from(end)]);
const row = ["<aj><row><M>", "</M></row></aj>"] as const;

describe("the encoding of a feed", () => {
  it("comes from the XML declaration", async () => {
    const text = around(
      `<?xml version="1.0" encoding="windows-1251"?>${row[0]}`,
      row[1],
    );
    for (const chunkSize of [1, 16, 1000])
      expect(await importedText(text, { chunkSize })).toBe("ТОЙОТА");
  });

  it("comes from the Content-Type rather than the XML declaration", async () => {
    const text = around(
      `<?xml version="1.0" encoding="utf-8"?>${row[0]}`,
      row[1],
    );
    const reading = { encodings: { contentType: "cp1251" } };
    expect(await importedText(text, { reading })).toBe("ТОЙОТА");
  });

  it("comes from the mapping rather than both, also for JSON", async () => {
    const text = around('[{"M":"', '"}]');
    const reading = { encodings: { set: "windows-1251", told: "utf-8" } };
    expect(await importedText(text, { reading })).toBe("ТОЙОТА");
  });

  it("comes from a byte order mark rather than all others", async () => {
    const utf8 = Buffer.from(`\ufeff${row[0]}ТОЙОТА${row[1]}`);
    const utf16 = Buffer.from(`\ufeff${row[0]}ТОЙОТА${row[1]}`, "utf16le");
    const reading = { encodings: { set: "windows-1251" } };
    for (const text of [utf8, utf16])
      expect(await importedText(text, { reading, chunkSize: 3 })).toBe(
        "ТОЙОТА",
      );
  });

  it("is UTF-8 by default", async () => {
    const text = Buffer.from(`${row[0]}そТ${row[1]}`);
    expect(await importedText(text, { chunkSize: 1 })).toBe("そТ");
  });

  it("is rejected when it is unknown", async () => {
    const text = Buffer.from('<?xml version="1.0" encoding="koi-99"?><aj/>');
    const { error } = await readAll(text);
    expect(error).toBe('Unknown encoding "koi-99"');
  });
});
