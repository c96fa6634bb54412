import type { Connection } from "./connection.js";
import type { Handshake } from "./handshake.js";
import type { Launch } from "./launch.js";
import type { ListChanges } from "./list-tools.js";
import type { Settings } from "./options.js";

export async function connectHttp(
  _launch: Extract<Launch, { kind: "http" }>,
  _settings: Settings,
  _clientVersion: string,
): Promise<{ connection: Connection; handshake: Handshake; changes: ListChanges }> {
  throw new Error("replaced below");
}
