import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openApi";

/** The published contract: `/openapi.json`, and `/docs` to read it. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = () => openApiDocument(app.declaredRoutes, app.schemas);
  app.get("/openapi.json", () => document());
  await app.register(swagger, {
    mode: "static",
    specification: {
      document: {
        openapi: "3.1.0",
        info: { title: "Seriba", version: "1" },
        paths: {},
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    indexPrefix: app.prefix,
    transformSpecificationClone: false,
    transformSpecification: document,
  });
}
