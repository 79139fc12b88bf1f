import type { Document } from "../../../domain/declarations/document";
import type { Resource } from "../../../domain/resource";
import { signIn, testApp, type Account, type TestApp } from "../../support/app";
import type { DeclaredCopy } from "../../support/declaredCopy";

export type Published = {
  id: string;
  version: string;
  summary: number;
  difference: { pointer: string; kind: string }[];
};
export type Problem = { file: string; pointer: string; reason: string };
export type Bundle = {
  version: string;
  resources: Resource[];
  problems?: Problem[];
};

export const cars = "car-auction";

/** Returns the calls of the workshop, signed in as the account. */
export async function workshopOf(test: TestApp, account: Account = "admin") {
  const who = await signIn(test, account);
  const get = (url: string) => test.call({ url: `/api${url}`, ...who });
  const post = (url: string, payload: object, language = "en") =>
    test.call({
      method: "POST",
      url: `/api${url}`,
      payload,
      headers: { "accept-language": language },
      ...who,
    });
  const put = (url: string, payload: object) =>
    test.call({ method: "PUT", url: `/api${url}`, payload, ...who });
  const read = async (name = cars) =>
    (await get(`/workspace/resources/${name}`)).json<{
      document: Document;
      version: string;
    }>();
  const bundle = async () => (await get("/workspace")).json<Bundle>();
  return {
    get,
    post,
    put,
    read,
    bundle,
    /** Returns the list as the account sees it. */
    list: async (name = cars) =>
      (await bundle()).resources.find((resource) => resource.name === name),
    /** Applies `edit` to the current document and publishes it. */
    publish: async (
      edit: (declaration: Resource, document: Document) => unknown,
      {
        reason = "a test",
        name = cars,
        version = "",
        confirmsAccess = false,
      } = {},
    ) => {
      const present = await read(name);
      edit(present.document.declaration as Resource, present.document);
      return post("/workspace/changes", {
        resource: name,
        reason,
        document: present.document,
        version: version || present.version,
        ...(confirmsAccess ? { confirmsAccess } : {}),
      });
    },
    rollBack: (undoes: string, options: object = {}) =>
      post("/workspace/changes", { undoes, reason: "back again", ...options }),
  };
}

export type WorkshopCalls = Awaited<ReturnType<typeof workshopOf>>;

/** Starts a server over a copy of the declarations and signs in two users. */
export async function startWorkshop({ root }: Pick<DeclaredCopy, "root">) {
  const test = await testApp({ root });
  const admin = await workshopOf(test);
  return { test, admin, client: await workshopOf(test, "client") };
}

/** A column with a field that no list shows yet. */
export const powerColumn = { id: "power", fields: ["horsePower"] };
