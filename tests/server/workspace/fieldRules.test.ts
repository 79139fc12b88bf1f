import { describe, expect, it } from "vitest";
import type {
  ImportRowsReply,
  WorkspaceReply,
} from "../../../generated/schemas";
import { fieldProblems } from "../../../domain/fieldProblem";
import { signIn, testApp } from "../../support/app";
import { load } from "./validators/support";

const server = await testApp();
const who = await signIn(server, "admin");
const url = "/api/lists/agent-fees";
const fee = { level: "vip", fromPrice: 7, fee: 5, validFrom: "2026-12-01" };
const { fee: _, ...withoutFee } = fee;
const tooEarly = { validUntil: "2026-11-30" };

const post = async (
  payload: object,
): Promise<Record<string, unknown> & { status: number }> => {
  const reply = await server.call({ method: "POST", url, payload, ...who });
  return { status: reply.statusCode, ...reply.json<Record<string, unknown>>() };
};
const noFee = {
  status: 422,
  errors: { fee: ["Fill in this field or an alternative to it"] },
};
const ended = {
  status: 422,
  errors: { validUntil: ["The end must not be before the start"] },
};

describe("rules between the fields of a record", () => {
  it("are refused beside their field when the record is added", async () => {
    expect(await post({ ...fee, ...tooEarly })).toMatchObject(ended);
    expect(await post(withoutFee)).toMatchObject(noFee);
    expect(await post({ ...fee, fee: null, percent: null })).toMatchObject(
      noFee,
    );
  });

  it("accept a last day equal to the first, a free fee and an alternative", async () => {
    const day = { validUntil: fee.validFrom };
    for (const body of [
      { ...fee, ...day, fee: 0 },
      { ...withoutFee, fromPrice: 8, percent: 1.5 },
    ])
      expect((await post(body)).status).toBe(201);
  });

  it("are refused when a record changes", async () => {
    const { detail } = await post({ ...fee, fromPrice: 9 });
    const { id } = detail as { id: string };
    const reply = await server.call({
      method: "PUT",
      url: `${url}/${id}`,
      payload: { ...fee, ...tooEarly, fromPrice: 9 },
      headers: { "if-match": '"1"' },
      ...who,
    });
    expect({ status: reply.statusCode, ...reply.json<object>() }).toMatchObject(
      ended,
    );
  });

  it("are refused in the rows of an import, by their column", async () => {
    const text = [
      "level,fromPrice,fee,percent,validFrom,validUntil",
      "vip,100,1,,2026-12-01,2026-11-30",
      "vip,101,,,2026-12-01,",
      "vip,102,,2,2026-12-01,2026-12-01",
    ].join("\n");
    const reply = await server.call({
      method: "POST",
      url: `${url}/import`,
      payload: { text, show: "refused" },
      ...who,
    });
    const { preview } = reply.json<ImportRowsReply>();
    expect(preview?.counts).toMatchObject({ new: 1, refused: 2 });
    expect(preview?.rows.flatMap(({ faults }) => faults)).toMatchObject([
      { column: "validUntil", reason: ended.errors.validUntil[0] },
      { column: "fee", reason: noFee.errors.fee[0] },
    ]);
  });

  it("are known to the validator of the form in the browser", async () => {
    const workspace = await server.call({ url: "/api/workspace", ...who });
    const { forms = {} } = workspace.json<WorkspaceReply>();
    const path = forms["agent-fee"]?.validator ?? "";
    const { body } = await server.call({ url: `/api${path}`, ...who });
    const validate = await load(body);
    expect(validate(fee)).toBe(true);
    const problemsOf = (value: object) => {
      validate(value);
      return Object.fromEntries(fieldProblems(validate.errors ?? []));
    };
    expect(problemsOf({ ...fee, ...tooEarly })).toEqual({
      validUntil: { key: "notBefore" },
    });
    expect(problemsOf(withoutFee)).toEqual({ fee: { key: "oneFilled" } });
  });
});
