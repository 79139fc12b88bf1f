import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { afterAll } from "vitest";

const keys = { accessKeyId: "key-id", secretAccessKey: "key-secret" };
const region = "eu-test-1";

/**
 * Starts an S3 server on loopback with one bucket in memory, until the test file
 * ends. It refuses requests with a wrong signature, hash or length.
 */
export async function startS3() {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let refusal: number | undefined;
  const server = createServer((request, reply) => {
    const answer = async () => {
      const { method = "", url = "", headers } = request;
      const body = await buffer(request);
      requests.push(`${method} ${url}`);
      const text = (name: string) => String(headers[name] ?? "");
      const signed = /SignedHeaders=([^,]+)/.exec(text("authorization"));
      const signer = new AwsV4Signer({
        ...keys,
        service: "s3",
        region,
        method,
        url: `http://${text("host")}${url}`,
        datetime: text("x-amz-date"),
        headers: (signed?.[1] ?? "")
          .split(";")
          .filter((name) => name !== "host")
          .map((name): [string, string] => [name, text(name)]),
      });
      if ((await signer.authHeader()) !== text("authorization")) return 403;
      if (refusal !== undefined) return refusal;
      if (method === "PUT") {
        const hash = createHash("sha256").update(body).digest("hex");
        if (text("x-amz-content-sha256") !== hash) return 400;
        if (text("content-length") !== String(body.length)) return 411;
        objects.set(url, body);
        return 200;
      }
      if (method === "DELETE") {
        objects.delete(url);
        return 204;
      }
      return objects.get(url) ?? 404;
    };
    void answer().then((found) => {
      const isBody = typeof found !== "number";
      reply.writeHead(isBody ? 200 : found).end(isBody ? found : undefined);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  afterAll(close);
  return {
    bucket: {
      url: `http://127.0.0.1:${port}/files/`,
      region,
      keyId: keys.accessKeyId,
      secret: keys.secretAccessKey,
    },
    objects,
    /** The method and address of each request, in order. */
    requests,
    /** Answers each further request with this status. */
    refuse: (status: number | undefined) => {
      refusal = status;
    },
    close,
  };
}
