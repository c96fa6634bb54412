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
  const CATEGORIES = ["safety", "legibility", "economics", "discoverability"];
  // What is laid out again with every sort: fifty rows take a blink, where five hundred take a moment. A table that the site
  // has on one page stays whole.
  const MANY_PAGE_ROWS = 50;
  // Good figures first: what a first click on a heading shows.
  const DESCENDING = new Set(["composite", ...CATEGORIES]);

  fetch(form.dataset.rows)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then(start)
    // Without the rows, the page stays as it was delivered.
    .catch(() => {});

  function start(data) {
    const rows = data.rows.map((values) =>
      Object.fromEntries(data.fields.map((name, at) => [name, values[at]])),
    );
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
        { id: "rank", accessorKey: "rankLow" },
        { id: "slug", accessorKey: "slug", sortingFn: "basic" },
        { id: "composite", accessorKey: "composite", sortingFn: "basic" },
        ...CATEGORIES.map((id, at) => ({
          id,
          // Not measured is no number: such rows come last, whichever way the others go.
          accessorFn: (row) => row.categories[at]?.[1],
          sortingFn: "basic",
          sortUndefined: "last",
        })),
        { id: "tools", accessorKey: "tools", sortingFn: "basic", filterFn: "inNumberRange" },
        { id: "tokens", accessorKey: "tokens", sortingFn: "basic" },
        { id: "grade", accessorKey: "grade", filterFn: "equalsString" },
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
    field("grade").addEventListener("change", () => filter("grade", field("grade").value || undefined));
    field("size").addEventListener("change", () => filter("tools", sizeRange(field("size").value)));
    field("sort").addEventListener("change", () => {
      const id = field("sort").value;
      sort(id, DESCENDING.has(id));
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
        sort(id, now?.id === id ? !now.desc : DESCENDING.has(id));
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
      const value = (name) => state.columnFilters.find((other) => other.id === name)?.value;
      const query = new URLSearchParams();
      if (value("text")) query.set("search", value("text"));
      if (value("grade")) query.set("grade", value("grade"));
      if (value("tools")) query.set("size", field("size").value);
      if (id !== undefined && !(id === "rank" && !desc)) query.set("sort", desc ? `-${id}` : id);
      const text = query.toString();
      history.replaceState(null, "", text === "" ? location.pathname : `?${text}`);
    }

    function fromAddress() {
      const query = new URLSearchParams(location.search);
      field("search").value = query.get("search") ?? "";
      field("grade").value = query.get("grade") ?? "";
      field("size").value = query.get("size") ?? "";
      const [, minus, id] = /^(-?)(\w+)$/.exec(query.get("sort") ?? "") ?? [];
      const sortable = [...field("sort").options].some((option) => option.value === id);
      const filters = [
        { id: "text", value: field("search").value || undefined },
        { id: "grade", value: field("grade").value || undefined },
        { id: "tools", value: sizeRange(field("size").value) },
      ];
      return {
        columnFilters: filters.filter(({ value }) => value !== undefined),
        sorting: sortable ? [{ id, desc: minus === "-" }] : [],
      };
    }
  }

  function sizeRange(text) {
    if (!text) return undefined;
    const [from, to] = text.split("-");
    return [Number(from), to === "" ? Number.POSITIVE_INFINITY : Number(to)];
  }

  /** The same row as the page's own: a test compares the two. */
  function fillRow(row, data, { categories: names, maxima }) {
    const at = (selector) => row.querySelector(selector);
    at(".rank").textContent = data.rank;
    at("a").textContent = data.slug;
    at("a").setAttribute("href", `servers/${encodeURIComponent(data.slug)}/index.html`);
    at(".name").textContent = data.name;
    const grade = at(".grade");
    grade.textContent = data.grade;
    grade.setAttribute("class", `grade grade-${data.grade}`);
    at(".no-safety").hidden = data.categories[0] !== null;
    at(".score-cell b").textContent = data.score;
    at(".spread").textContent = data.intervalText;
    const [low, high] = data.interval ?? [0, 0];
    const interval = at(".row-interval .interval");
    interval.setAttribute("x", `${low}%`);
    interval.setAttribute("width", `${Math.round((high - low) * 100) / 100}%`);
    at(".row-interval .score").setAttribute("cx", `${data.composite}%`);
    const bars = at(".row-bars");
    const said = names.map((name, index) => {
      const found = data.categories[index];
      return `${name} ${found === null ? "not measured" : `${found[0]} of ${maxima[index]}`}`;
    });
    bars.querySelector("title").textContent = said.join(", ");
    for (const [index, fill] of [...bars.querySelectorAll(".fill")].entries()) {
      const found = data.categories[index];
      if (found === null) {
        fill.previousElementSibling.setAttribute("class", "none");
        fill.remove();
      } else fill.setAttribute("width", `${found[1]}%`);
    }
    at(".tools").textContent = count(data.tools);
    at(".tokens").textContent = data.tokensText;
    at(".flags").textContent = data.flags;
    return row;
  }

  function count(number) {
    return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  }
})();
