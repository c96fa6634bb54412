/**
 * A lending library in memory: what both example servers do when a tool is called. They differ in nothing but what they
 * declare, so any difference in score comes from names, descriptions, schemas and annotations.
 */

const DAY = 24 * 60 * 60 * 1000;

const books = new Map(
  [
    { isbn: "9780141439518", title: "Pride and Prejudice", author: "Jane Austen", copies: 3 },
    { isbn: "9780141439556", title: "Wuthering Heights", author: "Emily Brontë", copies: 1 },
    { isbn: "9780141441146", title: "Jane Eyre", author: "Charlotte Brontë", copies: 2 },
  ].map((book) => [book.isbn, book]),
);
/** @type {Map<string, { id: string, isbn: string, member: string, dueOn: string }>} */
const loans = new Map();
let lastLoan = 0;

const copiesLeft = ({ isbn, copies }) =>
  copies - [...loans.values()].filter((loan) => loan.isbn === isbn).length;
const dayAfter = (days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

function find(map, key, what) {
  const found = map.get(key);
  if (found === undefined) throw new Error(`There is no ${what} ${JSON.stringify(key)}.`);
  return found;
}

export const library = {
  searchBooks({ text, limit = 10 }) {
    const wanted = text.toLowerCase();
    const hits = [...books.values()].filter((book) =>
      `${book.title} ${book.author}`.toLowerCase().includes(wanted),
    );
    return { books: hits.slice(0, limit).map((book) => ({ ...book, copiesLeft: copiesLeft(book) })) };
  },
  addBook({ isbn, title, author, copies = 1 }) {
    const book = { isbn, title, author, copies };
    books.set(isbn, book);
    return { book };
  },
  removeBook({ isbn }) {
    find(books, isbn, "book");
    books.delete(isbn);
    for (const loan of loans.values()) if (loan.isbn === isbn) loans.delete(loan.id);
    return { removed: isbn };
  },
  lendBook({ isbn, member, days = 21 }) {
    const book = find(books, isbn, "book");
    if (copiesLeft(book) < 1) throw new Error(`All ${book.copies} copies of ${book.title} are out.`);
    lastLoan += 1;
    const loan = { id: `L${lastLoan}`, isbn, member, dueOn: dayAfter(days) };
    loans.set(loan.id, loan);
    return { loan };
  },
  returnLoan({ loanId }) {
    const loan = find(loans, loanId, "loan");
    loans.delete(loanId);
    return { returned: loan };
  },
  extendLoan({ loanId, days = 21 }) {
    const loan = find(loans, loanId, "loan");
    loan.dueOn = dayAfter(days);
    return { loan };
  },
  listLoans({ member }) {
    return { loans: [...loans.values()].filter((loan) => loan.member === member) };
  },
};
