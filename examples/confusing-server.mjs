// The same lending library, declared the way many servers grow: several tools for one job, one word for many things,
// nothing explained, nothing marked. Compare with clear-server.mjs.
import { library } from "./library.mjs";
import { serve } from "./serve.mjs";

const text = { type: "string" };
const number = { type: "number" };

function tool(name, description, properties, run) {
  const required = Object.keys(properties).filter((key) => key !== "n");
  return { name, description, inputSchema: { type: "object", properties, required }, run };
}

await serve({ name: "confusing-library", title: "Confusing library", version: "1.0.0" }, [
  tool("get_book", "Gets book.", { q: text, n: number }, ({ q, n }) =>
    library.searchBooks({ text: q, limit: n }),
  ),
  tool("fetch_book", "Fetches book.", { q: text }, ({ q }) => library.searchBooks({ text: q })),
  tool("show_book", "Shows book.", { q: text }, ({ q }) => library.listLoans({ member: q })),
  tool("create_book", "Creates book.", { id: text, a: text, b: text, n: number }, ({ id, a, b, n }) =>
    library.addBook({ isbn: id, title: a, author: b, copies: n }),
  ),
  tool("add_book", "Adds book.", { id: text, a: text, n: number }, ({ id, a, n }) =>
    library.lendBook({ isbn: id, member: a, days: n }),
  ),
  tool("update_book", "Updates book.", { id: text, n: number }, ({ id, n }) =>
    library.extendLoan({ loanId: id, days: n }),
  ),
  tool("change_book", "Changes book.", { id: text, n: number }, ({ id, n }) =>
    library.extendLoan({ loanId: id, days: n }),
  ),
  tool("remove_book", "Book removal.", { id: text }, ({ id }) => library.returnLoan({ loanId: id })),
  tool("delete_book", "Book deletion.", { id: text }, ({ id }) => library.removeBook({ isbn: id })),
]);
