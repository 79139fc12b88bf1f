import type {
  InformationPageQuery,
  InformationPageReply,
} from "../../generated/schemas";
import { route } from "../platform/http/route";
import type { AreaModule } from "../workspace/area";
import { findInformation } from "./companySettings";
import { keepConfiguration } from "./keptConfiguration";

export { findBank } from "./companySettings";

/** The company that runs the portal: its contacts, notices and information pages. */
export const company: AreaModule = {
  name: "company",
  calls: ["/company/*"],
  open: (host) => {
    const { kysely } = host.database;
    const configuration = keepConfiguration(host);
    return {
      pageConfiguration: configuration.read,
      close: configuration.stop,
      routes: (api) => {
        route<{ Query: InformationPageQuery; Reply: InformationPageReply }>(
          api,
          {
            method: "GET",
            url: "/company/page",
            access: "public",
            query: "information-page#/definitions/query",
            reply: "information-page#/definitions/reply",
            summary: "The texts of an information page",
            handler: async ({ query }) => ({
              success: true,
              page: await findInformation(kysely, query.path),
            }),
          },
        );
      },
    };
  },
};
