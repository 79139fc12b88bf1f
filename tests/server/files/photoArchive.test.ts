import { unzipSync } from "fflate";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPhoto, photoArchive } from "../../../server/files/photos/archive";

const chunk = new Uint8Array([1, 2, 3]);
const second = 1_000;

/** Rejects when the signal aborts. */
const silence = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(new Error("No byte came"));
    });
  });

const options = {
  photoFileOf: () => null,
  signal: new AbortController().signal,
};

describe("a photo of another host", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is missing from the archive if its host sends no byte, as are the others of this host", async () => {
    const asked: string[] = [];
    async function* fetchPhoto(
      address: string,
      { signal }: { signal: AbortSignal },
    ) {
      asked.push(address);
      if (!address.includes("good")) await silence(signal);
      yield chunk;
    }
    const addresses = [
      ...["https://a.test/1.jpg", "https://a.test/2.jpg"],
      ...["https://b.test/1.jpg", "https://b.test/2.jpg"],
      "https://good.test/1.png",
    ];
    const archive = photoArchive(addresses, {
      ...{ ...options, fetchPhoto, name: "lot" },
    });
    const reading = buffer(archive);
    await vi.advanceTimersByTimeAsync(10 * second);
    const files = unzipSync(new Uint8Array(await reading));
    expect(asked).toEqual([addresses[0], addresses[2], addresses[4]]);
    expect(files["lot-05.png"]).toEqual(chunk);
    expect(new TextDecoder().decode(files["missing-photos.txt"])).toContain(
      "01, 02, 03, 04",
    );
  });

  it("waits for a reader who is slow", async () => {
    let isGivenUp = false;
    async function* fetchPhoto(
      _address: string,
      { signal }: { signal: AbortSignal },
    ) {
      for (let index = 0; index < 3; index += 1) {
        isGivenUp ||= signal.aborted;
        yield chunk;
      }
    }
    const photo = await openPhoto("https://a.test/1.jpg", {
      ...{ ...options, fetchPhoto },
    });
    let chunks = 0;
    for await (const _chunk of photo?.bytes ?? []) {
      await vi.advanceTimersByTimeAsync(100 * second);
      chunks += 1;
    }
    expect({ chunks, isGivenUp }).toEqual({ chunks: 3, isGivenUp: false });
  });

  it("is given up if its host stops within it", async () => {
    async function* fetchPhoto(
      _address: string,
      { signal }: { signal: AbortSignal },
    ) {
      yield chunk;
      await silence(signal);
    }
    const photo = await openPhoto("https://a.test/1.jpg", {
      ...{ ...options, fetchPhoto },
    });
    const reading = buffer(photo?.bytes ?? Readable.from([]));
    const refused = expect(reading).rejects.toThrow("No byte came");
    await vi.advanceTimersByTimeAsync(20 * second);
    await refused;
  });
});
