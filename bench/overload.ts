import fastify from "fastify";
import { setTimeout as pause } from "node:timers/promises";
import { limitWork } from "../server/platform/http/admission";
import { runWork } from "../server/platform/http/work";
import { answerErrors } from "../server/platform/http/answerErrors";
import { createMessages } from "../server/platform/messages";

const capacity = 5;
const workMilliseconds = 40;
const answers = 300;

/**
 * Requests of 40 ms from as many clients as the server works on at once, and
 * from ten times as many. Prints how much of its throughput the server keeps,
 * and how long the slowest requests take that it does not refuse.
 */
export async function benchOverload(): Promise<string> {
  const app = fastify();
  app.decorateRequest("language", "en");
  answerErrors(app, createMessages({}));
  limitWork(app, { most: capacity });
  app.get("/work", (request) =>
    runWork(request, () => pause(workMilliseconds, "done")),
  );

  /** Sends requests until enough of them are answered. */
  const load = async (clients: number) => {
    const taken: number[] = [];
    let refused = 0;
    const start = performance.now();
    const client = async () => {
      while (taken.length < answers) {
        const sentAt = performance.now();
        const { statusCode } = await app.inject("/work");
        if (statusCode === 200) taken.push(performance.now() - sentAt);
        else {
          refused += 1;
          await pause(workMilliseconds * 2);
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - start) / 1_000;
    taken.sort((left, right) => left - right);
    const p99 = taken[Math.floor(taken.length * 0.99)] ?? 0;
    return { perSecond: taken.length / seconds, p99, refused };
  };

  const base = await load(capacity);
  const over = await load(capacity * 10);
  await app.close();
  const kept = (100 * over.perSecond) / base.perSecond;
  return [
    `overload: ${kept.toFixed(0)} % of ${base.perSecond.toFixed(0)} requests a second are kept at ten times the capacity`,
    `p99 ${over.p99.toFixed(0)} ms, ${over.refused} requests refused`,
  ].join("; ");
}
