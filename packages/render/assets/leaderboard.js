// Search, filters, sorting and pages over all rows of one configuration, by TanStack Table's core. The page brings its first rows and
// links; this takes over once the rows are read, and reuses the rows that are there. Text only ever enters as text.
(() => {
  const form = document.getElementById("filters");
  const table = document.getElementById("leaderboard");
  if (form === null || table === null || typeof TableCore === "undefined") return;
  const body = table.tBodies[0];
  const blank = document.getElementById("row").content.querySelector("tr");
  const pager = document.getElementById("pages");
  const field = (id) => document.getElementById(id);
  // What is laid out again with every sort: fifty rows take a blink, where five hundred take a moment. A table that the site
  // has on one page stays whole.
  const MANY_PAGE_ROWS = 50;

  fetch(form.dataset.rows)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then(start)
    // Without the rows, the page stays as it was delivered.
    .catch(() => {});

  function start(data) {
    const rows = data.rows.map((values) =>
      Object.fromEntries(data.fields.map((name, at) => [name, values[at]])),
    );
    // Good figures first: what a first click on a heading shows.
    const descending = new Set(data.descending);
    const filters = Object.entries(data.filters).map(([control, column]) => ({
      control: field(control),
      column,
    }));
    const pageRows = rows.length <= Number(form.dataset.pageRows) ? Math.max(1, rows.length) : MANY_PAGE_ROWS;
    const known = new Map();
    for (const row of body.rows) known.set(row.querySelector("a").textContent, row);
    const element = (row) => {
      let made = known.get(row.slug);
      if (made === undefined) {
        made = fillRow(blank.cloneNode(true), row, data);
        known.set(row.slug, made);
      }
      return made;
    };
    const grid = TableCore.createTable({
      data: rows,
      columns: [
        ...data.fields.map((id) => ({
          id,
          // Not measured is no number: such rows come last, whichever way the others go.
          accessorFn: (row) => sortKey(row[id]),
          sortingFn: "basic",
          sortUndefined: "last",
          filterFn: typeof sortKey(rows[0]?.[id]) === "number" ? "inNumberRange" : "equalsString",
        })),
        {
          id: "text",
          accessorFn: (row) => `${row.slug} ${row.name} ${row.target}`,
          filterFn: "includesString",
        },
      ],
      state: {},
      onStateChange: () => {},
      renderFallbackValue: null,
      autoResetPageIndex: false,
      getCoreRowModel: TableCore.getCoreRowModel(),
      getFilteredRowModel: TableCore.getFilteredRowModel(),
      getSortedRowModel: TableCore.getSortedRowModel(),
      getPaginationRowModel: TableCore.getPaginationRowModel(),
    });
    let state = {
      ...grid.initialState,
      pagination: { pageIndex: 0, pageSize: pageRows },
      ...fromAddress(),
    };

    const show = (change) => {
      state = { ...state, ...change };
      grid.setOptions((options) => ({ ...options, state }));
      const page = grid.getRowModel().rows;
      const found = grid.getFilteredRowModel().rows.length;
      body.replaceChildren(...page.map((row) => element(row.original)));
      field("found").textContent =
        found === rows.length
          ? `${count(found)} servers`
          : `${count(found)} of ${count(rows.length)} servers`;
      field("none").hidden = found > 0;
      showPages(Math.ceil(found / pageRows));
      showSorting();
      toAddress();
    };
    const firstPage = () => ({ ...state.pagination, pageIndex: 0 });
    const filter = (id, value) => {
      const others = state.columnFilters.filter((other) => other.id !== id);
      show({
        columnFilters: value === undefined ? others : [...others, { id, value }],
        pagination: firstPage(),
      });
    };
    const sort = (id, desc) => show({ sorting: [{ id, desc }], pagination: firstPage() });

    let typing;
    field("search").addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => filter("text", field("search").value.trim() || undefined), 60);
    });
    for (const { control, column } of filters)
      control.addEventListener("change", () => filter(column, wanted(control.value)));
    field("sort").addEventListener("change", () => {
      const id = field("sort").value;
      sort(id, descending.has(id));
    });
    field("clear").addEventListener("click", () => {
      form.reset();
      show({ columnFilters: [], pagination: firstPage() });
      field("search").focus();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const heading of table.tHead.querySelectorAll("[data-sort]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      const id = heading.dataset.sort;
      button.addEventListener("click", () => {
        const now = state.sorting[0];
        sort(id, now?.id === id ? !now.desc : descending.has(id));
      });
    }
    addEventListener("popstate", () => show({ ...fromAddress(), pagination: firstPage() }));
    form.hidden = false;
    show({});
    document.documentElement.dataset.ready = "";

    /** The first and the last page, and the current one with its neighbours. */
    function showPages(pages) {
      pager.hidden = pages < 2;
      if (pages < 2) return;
      const current = state.pagination.pageIndex;
      const near = new Set([0, current - 1, current, current + 1, pages - 1]);
      const list = document.createElement("ul");
      let before = -1;
      for (let index = 0; index < pages; index++) {
        if (!near.has(index)) continue;
        if (index > before + 1) list.append(pageItem("…"));
        before = index;
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = count(index + 1);
        button.setAttribute("aria-label", `Page ${index + 1} of ${pages}`);
        if (index === current) button.setAttribute("aria-current", "page");
        button.addEventListener("click", () => {
          show({ pagination: { ...state.pagination, pageIndex: index } });
          table.scrollIntoView();
          pager.querySelector('[aria-current="page"]')?.focus({ preventScroll: true });
        });
        list.append(pageItem(button));
      }
      pager.replaceChildren(list);
    }

    function pageItem(content) {
      const item = document.createElement("li");
      item.append(content);
      return item;
    }

    function showSorting() {
      const { id, desc } = state.sorting[0] ?? { id: "rank", desc: false };
      for (const heading of table.tHead.querySelectorAll("[data-sort]")) {
        if (heading.dataset.sort === id) heading.setAttribute("aria-sort", desc ? "descending" : "ascending");
        else heading.removeAttribute("aria-sort");
      }
      field("sort").value = id;
    }

    /** The view is in the address, so that it can be sent on. */
    function toAddress() {
      const { id, desc } = state.sorting[0] ?? {};
      const text = state.columnFilters.find((other) => other.id === "text")?.value;
      const query = new URLSearchParams();
      if (text) query.set("search", text);
      for (const { control } of filters) if (control.value) query.set(control.id, control.value);
      if (id !== undefined && !(id === "rank" && !desc)) query.set("sort", desc ? `-${id}` : id);
      const view = query.toString();
      history.replaceState(null, "", view === "" ? location.pathname : `?${view}`);
    }

    function fromAddress() {
      const query = new URLSearchParams(location.search);
      field("search").value = query.get("search") ?? "";
      for (const { control } of filters) control.value = query.get(control.id) ?? "";
      const [, minus, id] = /^(-?)(\w+)$/.exec(query.get("sort") ?? "") ?? [];
      const sortable = [...field("sort").options].some((option) => option.value === id);
      const asked = [
        { id: "text", value: field("search").value || undefined },
        ...filters.map(({ control, column }) => ({ id: column, value: wanted(control.value) })),
      ];
      return {
        columnFilters: asked.filter(({ value }) => value !== undefined),
        sorting: sortable ? [{ id, desc: minus === "-" }] : [],
      };
    }
  }

  /** What is filtered by: "11-50" and "101-" are ranges, everything else is the value itself. */
  function wanted(choice) {
    const [, from, to] = /^(\d+)-(\d*)$/.exec(choice) ?? [];
    if (from === undefined) return choice || undefined;
    return [Number(from), to === "" ? Number.POSITIVE_INFINITY : Number(to)];
  }

  /** A value of a row is a count, a text, or a list of what is shown and what it sorts by. */
  function sortKey(value) {
    return (Array.isArray(value) ? value[1] : value) ?? undefined;
  }

  function shownText(value) {
    return typeof value === "number" ? count(value) : Array.isArray(value) ? value[0] : value;
  }

  /** The same row as the page's own: a test compares the two. */
  function fillRow(row, data, { text, categories }) {
    const at = (selector) => row.querySelector(selector);
    at("a").textContent = data.slug;
    at("a").setAttribute("href", `servers/${encodeURIComponent(data.slug)}/index.html`);
    at(".name").textContent = data.name;
    const grade = at(".grade");
    grade.textContent = data.grade;
    grade.setAttribute("class", `grade grade-${data.grade}`);
    at(".no-safety").hidden = data.safety !== null;
    const [score, composite] = data.composite;
    at(".score-cell b").textContent = score;
    at(".spread").textContent = data.spread;
    const [low, high] = data.interval ?? [0, 0];
    const interval = at(".row-interval .interval");
    interval.setAttribute("x", `${low}%`);
    interval.setAttribute("width", `${Math.round((high - low) * 100) / 100}%`);
    at(".row-interval .score").setAttribute("cx", `${composite}%`);
    const bars = at(".row-bars");
    const said = categories.map(({ id, label, max }) => {
      const found = data[id];
      return `${label} ${found === null ? "not measured" : `${found[0]} of ${max}`}`;
    });
    bars.querySelector("title").textContent = said.join(", ");
    for (const [index, fill] of [...bars.querySelectorAll(".fill")].entries()) {
      const found = data[categories[index].id];
      if (found === null) {
        fill.previousElementSibling.setAttribute("class", "none");
        fill.remove();
      } else fill.setAttribute("width", `${found[1]}%`);
    }
    for (const id of text) at(`td.${id}`).textContent = shownText(data[id]);
    return row;
  }

  function count(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  }
})();
