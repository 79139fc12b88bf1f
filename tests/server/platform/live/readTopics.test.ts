import { expect, it } from "vitest";
import {
  rightsOf,
  userLevels,
  userTypes,
  type Viewer,
} from "../../../../domain/access";
import {
  readTopics,
  type LiveTopic,
} from "../../../../server/platform/live/readTopics";

const range = { after: 1n, upTo: 2n };
const viewer = (userId: string, userType: number): Viewer => ({
  ...{ userId, userType, userLevel: userLevels.client, roleId: 0 },
  permissions: {},
});
const anna = viewer("1", userTypes.client);
const boris = viewer("2", userTypes.client);
const emi = viewer("3", userTypes.manager);

it("writes the events of each set of rights once, and those of a user only for the user", async () => {
  let written = 0;
  const topic: LiveTopic = {
    reads: {},
    read: () =>
      Promise.resolve({
        byRights: ({ userType }) => {
          written += 1;
          const bidIds = [String(userType)];
          return [{ name: "bids", data: { bidIds, lotIds: [] } }];
        },
        byUser: new Map([["2", () => [{ name: "account", data: {} }]]]),
      }),
  };
  const textFor = await readTopics([topic], range);
  const texts = [anna, boris, emi, anna].map((one) =>
    textFor?.(one, rightsOf(one)),
  );
  const bids = (userType: number) =>
    `event: bids\ndata: {"bidIds":["${userType}"],"lotIds":[]}\n\n`;
  const ofClients = bids(userTypes.client);
  expect(texts).toEqual([
    ofClients,
    `${ofClients}event: account\ndata: {}\n\n`,
    bids(userTypes.manager),
    ofClients,
  ]);
  expect(written).toBe(2);
});

it("has no events if a topic has too many changes", async () => {
  const few: LiveTopic = { reads: {}, read: () => Promise.resolve({}) };
  const many: LiveTopic = { reads: {}, read: () => Promise.resolve(null) };
  expect(await readTopics([few, many], range)).toBeNull();
});
