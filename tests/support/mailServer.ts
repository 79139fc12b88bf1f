import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type MailServer = {
  url: string;
  port: number;
  /** The messages taken, as they came. */
  messages: string[];
  close(): Promise<void>;
};

/**
 * Starts an SMTP server on loopback that keeps what it gets. It rejects the
 * recipients for whom `rejects` returns a status.
 */
export async function startMailServer({
  port = 0,
  rejects = () => undefined,
  onStep = () => Promise.resolve(),
}: {
  port?: number;
  rejects?: (address: string) => number | undefined;
  /** Called before the server answers a connection, and a message it has taken. */
  onStep?: (step: "connect" | "taken") => Promise<void>;
} = {}): Promise<MailServer> {
  const messages: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect: (_session, done) => {
      void onStep("connect").then(() => {
        done();
      });
    },
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = rejects(address);
      done(
        responseCode
          ? Object.assign(new Error("Not here"), { responseCode })
          : null,
      );
    },
    onData: (stream, _session, done) => {
      void text(stream).then((message) => {
        messages.push(message);
        return onStep("taken").then(() => {
          done();
        });
      });
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    messages,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Returns the parts of a message: headers, plain text and HTML, decoded. */
export function readMessage(message: string): {
  headers: string;
  text: string;
  html: string;
} {
  const [headers = "", ...rest] = message.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? "";
  const parts = body.split(`--${boundary}`).map((part) => {
    const [head = "", ...content] = part.split("\r\n\r\n");
    const encoded = content.join("\r\n\r\n");
    const isBase64 = /encoding: base64/i.test(head);
    const decoded = isBase64
      ? Buffer.from(encoded, "base64").toString("utf8")
      : Buffer.from(
          encoded
            .replace(/=\r\n/g, "")
            .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          "latin1",
        ).toString("utf8");
    return { head, decoded };
  });
  const partOf = (type: string) =>
    parts.find(({ head }) => head.includes(type))?.decoded ?? "";
  return {
    headers: headers.replace(/\r\n\s+/g, " "),
    text: partOf("text/plain"),
    html: partOf("text/html"),
  };
}
