import { z } from "zod";

/**
 * What the member of a document holds, for `schema.register(...about("…"))` where the member is declared; JSON Schemas and
 * `gradable explain` read it from there. zod's own `describe()` copies the schema, which for some two hundred of them every
 * start would wait for; so it is left to schemas that several members share.
 */
export function about(description: string): [typeof z.globalRegistry, { description: string }] {
  return [z.globalRegistry, { description }];
}
