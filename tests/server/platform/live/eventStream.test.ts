import fastify from "fastify";
import { connect, type AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import type { LiveEvent } from "../../../../domain/liveEvent";
import {
  eventTexts,
  openEventStream,
  type EventStream,
} from "../../../../server/platform/live/eventStream";
import { until } from "../../../support/eventually";

const app = fastify();
const streams: EventStream[] = [];
let closed = 0;
app.get("/stream", (_request, reply) => {
  const onClosed = () => {
    closed += 1;
  };
  streams.push(openEventStream(reply, onClosed));
  return reply;
});
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

it("disconnects a reader that does not read, and buffers little for it", async () => {
  const socket = connect(port, "127.0.0.1", () => {
    socket.pause();
    socket.write("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  });
  socket.on("error", () => undefined);
  const stream = await until(() => streams[0]);
  const ids = Array.from({ length: 1_000 }, (_, index) => String(index + 1));
  const event: LiveEvent = { name: "bids", data: { bidIds: ids, lotIds: [] } };
  const text = eventTexts([event]);
  const before = process.memoryUsage().arrayBuffers;
  let sent = 0;
  await until(
    () => {
      for (let count = 0; count < 200; count += 1)
        stream.send(text, BigInt((sent += 1)));
      return closed > 0;
    },
    { interval: 5 },
  );
  expect(closed).toBe(1);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  stream.send(text, 1n);
  socket.destroy();
});

it("sends all events of one call, however long they are", async () => {
  const opened = streams.length;
  let text = "";
  const socket = connect(port, "127.0.0.1", () => {
    socket.write("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  });
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    text += chunk.toString();
  });
  const stream = await until(() => streams[opened]);
  const ids = Array.from({ length: 1_000_000 }, (_, index) => String(index));
  const event: LiveEvent = { name: "bids", data: { bidIds: ids, lotIds: [] } };
  stream.send(eventTexts([event]), 7n);
  await until(() => text.includes("id: 7\n\n") || socket.closed);
  expect(text).toContain("id: 7\n\n");
  socket.destroy();
});
