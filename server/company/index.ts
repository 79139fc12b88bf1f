import type {
  InformationPageQuery,
  InformationPageReply,
} from "../../generated/schemas";
import { route } from "../platform/http/route";
import type { AreaModule } from "../workspace/area";
import {
  companyConfiguration,
  findInformation,
  type CompanyConfiguration,
} from "./companySettings";

/** The company that runs the portal: its contacts, notices and information pages. */
export const company: AreaModule = {
  name: "company",
  calls: ["/company/*"],
  open: ({ database: { kysely } }) => {
    let latest: CompanyConfiguration = {};
    return {
      pageConfiguration: async () => {
        latest = await companyConfiguration(kysely).catch(() => latest);
        return latest;
      },
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
