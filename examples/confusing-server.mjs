// The same lending library, declared the way many servers are. Compare with clear-server.mjs.
import { library } from "./library.mjs";
import { serve } from "./serve.mjs";

const text = { type: "string" };
const number = { type: "number" };

await serve({ name: "confusing-library", title: "Confusing library", version: "1.0.0" }, [
  {
    name: "get_items",
    description: "Get items.",
    inputSchema: { type: "object", properties: { q: text, n: number }, required: ["q"] },
    run: ({ q, n }) => library.searchBooks({ text: q, limit: n }),
  },
  {
    name: "get_data",
    description: "Gets the data.",
    inputSchema: { type: "object", properties: { q: text }, required: ["q"] },
    run: ({ q }) => library.listLoans({ member: q }),
  },
  {
    name: "process_item",
    description: "Process item.",
    inputSchema: {
      type: "object",
      properties: { id: text, a: text, b: text, n: number },
      required: ["id", "a", "b"],
    },
    run: ({ id, a, b, n }) => library.addBook({ isbn: id, title: a, author: b, copies: n }),
  },
  {
    name: "handle_item",
    description: "Handle item.",
    inputSchema: { type: "object", properties: { id: text, ref: text, n: number }, required: ["id", "ref"] },
    run: ({ id, ref, n }) => library.lendBook({ isbn: id, member: ref, days: n }),
  },
  {
    name: "update_item",
    description: "Update item.",
    inputSchema: { type: "object", properties: { id: text, n: number }, required: ["id"] },
    run: ({ id, n }) => library.extendLoan({ loanId: id, days: n }),
  },
  {
    name: "clear_item",
    description: "Clear item.",
    inputSchema: { type: "object", properties: { id: text }, required: ["id"] },
    run: ({ id }) => library.returnLoan({ loanId: id }),
  },
  {
    name: "clean_item",
    description: "Clean item.",
    inputSchema: { type: "object", properties: { id: text }, required: ["id"] },
    run: ({ id }) => library.removeBook({ isbn: id }),
  },
]);
