// A lending library whose declarations say what an agent needs to know. Compare with confusing-server.mjs.
import { library } from "./library.mjs";
import { serve } from "./serve.mjs";

const isbn = {
  type: "string",
  pattern: "^[0-9]{13}$",
  description: "ISBN-13 of the book, 13 digits without hyphens, as search_books gives it.",
  examples: ["9780141439518"],
};
const member = {
  type: "string",
  pattern: "^M-[0-9]{4}$",
  description: "Library card number of the borrower: M- and four digits.",
  examples: ["M-0042"],
};
const loanId = {
  type: "string",
  pattern: "^L[0-9]+$",
  description: "Loan number as open_loan or list_member_loans gives it: L and digits.",
  examples: ["L17"],
};

await serve({ name: "clear-library", title: "Clear library", version: "1.0.0" }, [
  {
    name: "search_books",
    title: "Search the catalogue",
    description:
      "Finds books of the catalogue whose title or author contains the text. Use it first to learn the ISBN that other tools ask for. Returns a list of books with isbn, title, author and copiesLeft; the list is empty when nothing matches.",
    inputSchema: {
      type: "object",
      properties: {
        text: {
          type: "string",
          description: "Part of a title or an author's name; upper and lower case are the same.",
          examples: ["Brontë"],
        },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 50,
          default: 10,
          description: "Most books to return, 1 to 50; default 10.",
        },
      },
      required: ["text"],
    },
    annotations: { readOnlyHint: true },
    run: library.searchBooks,
  },
  {
    name: "add_book",
    title: "Add a title to the catalogue",
    description:
      "Puts a new title into the catalogue, with how many copies the library owns. Use it when a purchase arrives; it lends nothing. Returns the catalogue entry as stored.",
    inputSchema: {
      type: "object",
      properties: {
        isbn: { ...isbn, description: "ISBN-13 printed on the new book, 13 digits without hyphens." },
        title: { type: "string", description: "Title as printed on the cover.", examples: ["Middlemarch"] },
        author: { type: "string", description: "Author's full name.", examples: ["George Eliot"] },
        copies: { type: "integer", minimum: 1, default: 1, description: "Copies bought; default 1." },
      },
      required: ["isbn", "title", "author"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: library.addBook,
  },
  {
    name: "delete_book",
    title: "Delete a title for good",
    description:
      "Permanently deletes a title from the catalogue, together with its open loans. This cannot be undone: ask the librarian before calling it. To take back a borrowed copy, use close_loan instead. Returns the deleted ISBN.",
    inputSchema: { type: "object", properties: { isbn }, required: ["isbn"] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    run: library.removeBook,
  },
  {
    name: "open_loan",
    title: "Lend a copy to a member",
    description:
      "Hands one copy of a book to a member and opens a loan. Fails when every copy is out. Returns the new loan with its id and the date it is due.",
    inputSchema: {
      type: "object",
      properties: {
        isbn,
        member,
        days: {
          type: "integer",
          minimum: 1,
          maximum: 90,
          default: 21,
          description: "Days until the book is due, 1 to 90; default 21.",
        },
      },
      required: ["isbn", "member"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: library.lendBook,
  },
  {
    name: "extend_loan",
    title: "Extend a running loan",
    description:
      "Moves the due date of an open loan to a later day, counted from today. Use it when a member wants to keep a borrowed book longer. Returns the loan with its new due date.",
    inputSchema: {
      type: "object",
      properties: {
        loanId,
        days: {
          type: "integer",
          minimum: 1,
          maximum: 90,
          default: 21,
          description: "Days from today until the new due date, 1 to 90; default 21.",
        },
      },
      required: ["loanId"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: library.extendLoan,
  },
  {
    name: "close_loan",
    title: "Take back a borrowed book",
    description:
      "Closes a loan because the member brought the book back; the copy can be lent again at once. Returns the closed loan.",
    inputSchema: { type: "object", properties: { loanId }, required: ["loanId"] },
    annotations: { readOnlyHint: false, destructiveHint: false },
    run: library.returnLoan,
  },
  {
    name: "list_member_loans",
    title: "List what a member has borrowed",
    description:
      "Lists the open loans of one member: which books the member has at home and when each is due. Returns loans with id, isbn and dueOn; the list is empty when nothing is out.",
    inputSchema: { type: "object", properties: { member }, required: ["member"] },
    annotations: { readOnlyHint: true },
    run: library.listLoans,
  },
]);
